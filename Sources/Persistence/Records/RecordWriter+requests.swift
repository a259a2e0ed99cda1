// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// A request of the API that was answered; without its body, its query and its headers.
package struct LoggedRequest: Hashable, Sendable {
    /// The request's identifier, as its response has it.
    package var request: String
    /// The app of its key; nothing without a valid one.
    package var app: BundleID?
    /// When it came.
    package var instant: Date
    /// The method.
    package var method: String
    /// The path with the names of its parameters instead of their values.
    package var route: String
    /// The response's status.
    package var status: Int
    /// How long it took, in microseconds.
    package var microseconds: Int64
    /// The key, the person or the kind of caller.
    package var caller: String
    /// The customer whom the path or the customer's token names.
    package var customer: CustomerID?
    /// The caller's network address.
    package var address: String?
    /// The code of the problem, where it is one.
    package var problem: String?
    /// The trace that the caller named.
    package var trace: String?
    /// How many requests it stands for: strangers' are added up where there are many.
    package var count: Int64

    /// Makes an entry.
    package init(
        request: String,
        app: BundleID? = nil,
        instant: Date,
        method: String,
        route: String,
        status: Int,
        microseconds: Int64,
        caller: String,
        customer: CustomerID? = nil,
        address: String? = nil,
        problem: String? = nil,
        trace: String? = nil,
        count: Int64 = 1
    ) {
        self.request = request
        self.app = app
        self.instant = instant
        self.method = method
        self.route = route
        self.status = status
        self.microseconds = microseconds
        self.caller = caller
        self.customer = customer
        self.address = address
        self.problem = problem
        self.trace = trace
        self.count = count
    }
}

/// Which logged requests are meant.
package struct RequestFilter: Hashable, Sendable {
    /// Only those of this app; of all when absent.
    package var app: BundleID?
    /// Whether those without a valid key are meant, too.
    package var includesUnknown: Bool
    /// Only the one of this identifier.
    package var request: String?
    /// Only those to this route.
    package var route: String?
    /// Only those with such a status.
    package var statuses: ClosedRange<Int>?
    /// Only those of this caller.
    package var caller: String?
    /// Only those of this trace.
    package var trace: String?
    /// Only those from this instant on.
    package var since: Date?
    /// Only those before this instant.
    package var until: Date?

    /// Makes a filter.
    package init(
        app: BundleID? = nil,
        includesUnknown: Bool = false,
        request: String? = nil,
        route: String? = nil,
        statuses: ClosedRange<Int>? = nil,
        caller: String? = nil,
        trace: String? = nil,
        since: Date? = nil,
        until: Date? = nil
    ) {
        self.app = app
        self.includesUnknown = includesUnknown
        self.request = request
        self.route = route
        self.statuses = statuses
        self.caller = caller
        self.trace = trace
        self.since = since
        self.until = until
    }

    fileprivate var condition: Query {
        var condition: Query = "1 = 1"
        if let app {
            condition = includesUnknown ? "(app = \(app) OR app IS NULL)" : "app = \(app)"
        }
        if let request { condition = "\(condition) AND request = \(request)" }
        if let route { condition = "\(condition) AND route = \(route)" }
        if let statuses {
            condition = "\(condition) AND status BETWEEN \(statuses.lowerBound) AND \(statuses.upperBound)"
        }
        if let caller { condition = "\(condition) AND caller = \(caller)" }
        if let trace { condition = "\(condition) AND trace = \(trace)" }
        if let since { condition = "\(condition) AND instant >= \(since)" }
        if let until { condition = "\(condition) AND instant < \(until)" }
        return condition
    }
}

extension LoggedRequest {
    /// The caller of a request without a valid key.
    package static let stranger = "anyone"
}

extension RecordReader {
    /// The logged requests, the newest first, each with its number, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func loggedRequests(
        _ filter: RequestFilter,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [(number: Int64, request: LoggedRequest)] {
        try rows(
            """
            SELECT number, request, app, instant, method, route, status, duration, caller, customer, address, problem,
                trace, requests
            FROM request_log WHERE \(filter.condition) AND number < \(number) ORDER BY number DESC LIMIT \(limit)
            """
        ) { row in
            let number = try row.next(Int64.self)
            let request = LoggedRequest(
                request: try row.next(),
                app: try row.next(),
                instant: try row.next(),
                method: try row.next(),
                route: try row.next(),
                status: try row.next(),
                microseconds: try row.next(),
                caller: try row.next(),
                customer: try row.next(),
                address: try row.next(),
                problem: try row.next(),
                trace: try row.next(),
                count: try row.next()
            )
            return (number, request)
        }
    }
}

extension RecordWriter {
    /// Adds requests to the log.
    ///
    /// - Throws: `DatabaseError`.
    package func append(_ requests: [LoggedRequest]) throws {
        let rows = requests.map { request -> Query in
            """
            (\(request.request), \(request.app), \(request.instant), \(request.method), \(request.route),
            \(request.status), \(request.microseconds), \(request.caller), \(request.customer), \(request.address),
            \(request.problem), \(request.trace), \(request.count))
            """
        }
        let insertion: Query =
            """
            INSERT INTO request_log
                (
                    request, app, instant, method, route, status, duration, caller, customer, address, problem, trace,
                    requests
                )
            """
        for query in Query.inserting(insertion, rows: rows) { try execute(query) }
    }

    /// Removes the oldest requests where there are more than a limit; those of strangers have a limit of their own, so that
    /// they displace no other.
    ///
    /// - Throws: `DatabaseError`.
    package func trimRequestLog(keeping limit: Int, ofStrangers strangers: Int) throws {
        // As the index of strangers' requests has it.
        for (condition, limit) in [("caller <> 'anyone'" as Query, limit), ("caller = 'anyone'", strangers)] {
            try execute(
                """
                DELETE FROM request_log WHERE \(condition) AND number <= (
                    SELECT number FROM request_log WHERE \(condition) ORDER BY number DESC LIMIT 1 OFFSET \(limit)
                )
                """
            )
        }
    }

    /// Removes the requests that name a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func removeLoggedRequests(of customer: CustomerID) throws {
        try execute("DELETE FROM request_log WHERE customer = \(customer)")
    }
}
