// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The request log of the console.
struct RequestPages: Sendable {
    let feature: RequestLogFeature
    let paths: [String]
    let pages: ConsoleFrame
    let database: any Database

    private static let pageLength = 50

    var routes: [ConsoleRoute] { [ConsoleRoute(.get, "/requests", .support, handler: render)] }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let query = call.request.query
        func text(_ name: String) -> String? { query[name].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil } }
        let (since, until) = (CivilDay.ofQuery(query["since"]), CivilDay.ofQuery(query["until"]))
        let statuses = text("status").flatMap(RequestLogFeature.statuses)
        let filter = RequestsPage.Filter(
            id: text("request").map(ConsoleRequest.trimmed),
            route: text("route"),
            status: statuses == nil ? nil : text("status"),
            caller: text("caller").map(ConsoleRequest.trimmed),
            since: since?.description,
            until: until?.description
        )
        let meant = RequestFilter(
            app: app,
            includesUnknown: feature.includesUnknown(try call.signedIn.user.role == .admin),
            request: filter.id,
            route: filter.route,
            statuses: statuses,
            caller: filter.caller,
            since: since?.startOfUTC,
            // The last day is meant in whole.
            until: until?.startOfUTC.addingTimeInterval(86_400)
        )
        let before = query["before"].flatMap { Int64($0) } ?? .max
        try await feature.log.flush()
        let found = try await database.read { try $0.loggedRequests(meant, before: before, limit: Self.pageLength) }
        let last = found.count == Self.pageLength ? found.last?.number : nil
        let page = RequestsPage(
            requests: found.map { entry in
                RequestsPage.Request(
                    id: entry.request.request,
                    instant: entry.request.instant,
                    route: entry.request.method + " " + entry.request.route,
                    status: entry.request.status,
                    problem: entry.request.problem,
                    milliseconds: Double(entry.request.microseconds) / 1000,
                    caller: entry.request.caller,
                    customer: entry.request.customer?.rawValue,
                    address: entry.request.address,
                    trace: entry.request.trace,
                    count: entry.request.count
                )
            },
            routes: paths,
            filter: filter,
            limit: feature.log.limit,
            dropped: feature.log.dropped,
            older: last.map { frame.path(to: "/console/requests", filter.items + [("before", String($0))]) }
        )
        return pages.show(page.page(in: frame), in: frame)
    }
}

extension CivilDay {
    /// A day of an address; another text is left out.
    static func ofQuery(_ text: String?) -> CivilDay? {
        text.flatMap { CivilDay($0) }.flatMap { CivilDay.supportedRange.contains($0) ? $0 : nil }
    }

    /// The instant at which the day begins in UTC, by which pages show times.
    var startOfUTC: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400) }
}
