// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The API's requests, the newest first.
package struct RequestsPage: Sendable {
    /// A request.
    package struct Request: Sendable {
        /// The request's identifier.
        package var id: String
        /// When it came.
        package var instant: Date
        /// The method and the route.
        package var route: String
        /// The response's status.
        package var status: Int
        /// The code of the problem, where it is one.
        package var problem: String?
        /// How long it took.
        package var milliseconds: Double
        /// The key, or the kind of caller.
        package var caller: String
        /// The customer.
        package var customer: String?
        /// Where the caller is.
        package var address: String?
        /// The trace that the caller named.
        package var trace: String?
        /// How many requests it stands for.
        package var count: Int64

        /// Makes a value.
        package init(
            id: String,
            instant: Date,
            route: String,
            status: Int,
            problem: String?,
            milliseconds: Double,
            caller: String,
            customer: String?,
            address: String?,
            trace: String? = nil,
            count: Int64
        ) {
            self.id = id
            self.instant = instant
            self.route = route
            self.status = status
            self.problem = problem
            self.milliseconds = milliseconds
            self.caller = caller
            self.customer = customer
            self.address = address
            self.trace = trace
            self.count = count
        }
    }

    /// What the list is narrowed to, as addresses and forms have it.
    package struct Filter: Sendable {
        /// The request's identifier.
        package var id: String?
        /// The route.
        package var route: String?
        /// The status, or a class of them.
        package var status: String?
        /// The caller.
        package var caller: String?
        /// The first day.
        package var since: String?
        /// The last day.
        package var until: String?

        /// Makes a filter.
        package init(
            id: String?,
            route: String?,
            status: String?,
            caller: String?,
            since: String?,
            until: String?
        ) {
            self.id = id
            self.route = route
            self.status = status
            self.caller = caller
            self.since = since
            self.until = until
        }

        /// As addresses have it.
        package var items: [(name: String, value: String?)] {
            [
                ("request", id), ("route", route), ("status", status), ("caller", caller), ("since", since),
                ("until", until),
            ]
        }

        var isEmpty: Bool { items.allSatisfy { $0.value == nil } }
    }

    /// The requests.
    package var requests: [Request]
    /// The routes to choose from.
    package var routes: [String]
    /// What the list is narrowed to.
    package var filter: Filter
    /// How many requests are stored at most.
    package var limit: Int
    /// How many were not logged since the start.
    package var dropped: Int
    /// Where the list continues.
    package var older: String?

    /// Makes the page.
    package init(requests: [Request], routes: [String], filter: Filter, limit: Int, dropped: Int, older: String?) {
        self.requests = requests
        self.routes = routes
        self.filter = filter
        self.limit = limit
        self.dropped = dropped
        self.older = older
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        // Most teams send no traces, and a column costs width.
        let hasTraces = requests.contains { $0.trace != nil }
        let rows = requests.map { request -> [HTML] in
            let cells = [
                f.time(request.instant), route(of: request, f), status(of: request),
                HTML("\(f.number(Int(request.milliseconds.rounded()))) ms"), HTML(f.mover(request.caller)),
                f.customer(request.customer), HTML(request.address ?? ""), Components.code(request.id),
            ]
            return hasTraces ? cells + [request.trace.map { Components.code($0) } ?? .empty] : cells
        }
        let table = Components.table(
            f.name(of: .requests),
            [
                f("When"), f("Route"), f("Status"), f("Duration"), f("Caller"),
                f("Customer"), f("Address"), f("Request ID"),
            ] + (hasTraces ? [f("Trace ID")] : []),
            rows,
            numeric: [3],
            empty: empty(f)
        )
        let last = f.number(limit)
        let bound = f(
            "The log has the last \(last) requests, without bodies, queries and headers. Of requests without a valid key, the first of each minute are listed and the others are added up."
        )
        let lost: HTML? =
            dropped == 0
            ? nil
            : "<p class=\"notice\">\(f("\(f.number(dropped)) requests were not logged: too many came at once."))</p>"
        return Page(
            f.name(of: .requests),
            place: .requests,
            """
            \(narrowing(f))\(lost)
            <section class="card-like" id="requests">\(table)\(Components.pager(older, f))</section>
            <p class="soft">\(bound)</p>
            """
        )
    }

    /// The route, or how many requests of strangers were added up.
    private func route(of request: Request, _ f: PageContext) -> HTML {
        guard request.count > 1 else { return Components.code(request.route) }
        return HTML(f("\(f.number(Int(request.count))) requests without a valid key"))
    }

    private func empty(_ f: PageContext) -> String {
        if limit == 0 { return f("The request log is off (requestLogEntries).") }
        return filter.isEmpty
            ? f("No requests yet.") : f("No request matches these filters.")
    }

    private func status(of request: Request) -> HTML {
        let tone: StatusTone = request.status >= 500 ? .bad : request.status >= 400 ? .warning : .good
        let problem = request.problem.map { Components.soft($0) }
        return "\(Components.badge(String(request.status), tone)) \(problem)"
    }

    private func narrowing(_ f: PageContext) -> HTML {
        func options(_ names: [String], _ chosen: String?) -> [HTML] {
            names.map { name in
                let mark: HTML = name == chosen ? " selected" : .empty
                return "<option value=\"\(name)\"\(mark)>\(name)</option>"
            }
        }
        let statuses = ["2xx", "3xx", "4xx", "5xx"]
        let own = filter.status.map { statuses.contains($0) ? statuses : statuses + [$0] } ?? statuses
        let clear: HTML? =
            filter.isEmpty
            ? nil
            : "<a class=\"chip\" href=\"\(f.path(to: "/console/requests"))\">\(f("Clear filters")) ×</a>"
        return """
            <div class="bar"><form method="get" action="/console/requests">\(f.scopeFields)
            <label class="visually-hidden" for="request-id">\(f("Request ID"))</label>
            <input class="form-control field-short" id="request-id" name="request" type="search" maxlength="200" value="\(filter.id ?? "")" placeholder="\(f("Request ID"))">
            <label class="visually-hidden" for="request-route">\(f("Route"))</label>
            <select class="form-select" id="request-route" name="route"><option value="">\(f("All routes"))</option>\(options(routes, filter.route))</select>
            <label class="visually-hidden" for="request-status">\(f("Status"))</label>
            <select class="form-select" id="request-status" name="status"><option value="">\(f("All statuses"))</option>\(options(own, filter.status))</select>
            <label class="visually-hidden" for="request-caller">\(f("Caller"))</label>
            <input class="form-control field-short" id="request-caller" name="caller" type="search" maxlength="200" value="\(filter.caller ?? "")" placeholder="\(f("Caller, such as key key_1"))">
            <label for="request-since">\(f("From", meaning: "day"))</label>
            <input class="form-control" id="request-since" name="since" type="date" value="\(filter.since ?? "")">
            <label for="request-until">\(f("to"))</label>
            <input class="form-control" id="request-until" name="until" type="date" value="\(filter.until ?? "")">
            <button class="btn">\(f("Filter"))</button></form>\(clear)</div>

            """
    }
}
