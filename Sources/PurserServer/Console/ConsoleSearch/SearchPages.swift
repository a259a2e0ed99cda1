// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// Finding everything by its name.
struct SearchPages: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let endpoints: WebhookEndpointCache
    let pages: ConsoleFrame
    let requests: RequestLogFeature
    let database: any Database

    var routes: [ConsoleRoute] { [ConsoleRoute(.get, "/search", .viewer, handler: search)] }

    private func search(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let text = String(ConsoleRequest.trimmed(call.request.query["q"] ?? "").prefix(200))
        // What is said about the last act waits for the page that is shown in the end.
        var frame = try await pages.frame(call, isShown: false)
        guard !text.isEmpty else { return .redirect(to: frame.path(to: "/console")) }
        guard !Self.isSecret(text) else {
            frame = try await pages.frame(call)
            // The address holds the secret: no form of the page sends it along.
            frame.path = "/console"
            let page = SearchPage(text: "", hits: [], canAskApple: false, isSecret: true)
            return pages.show(page.page(in: frame), in: frame)
        }
        let scope = try pages.scope(of: call)
        let search = ConsoleSearch(
            text: text,
            scopes: pages.scopes,
            scope: scope,
            catalog: try await catalog.catalog(of: scope.bundleID, now: call.now).rules,
            endpoints: try await endpoints.all(of: scope.bundleID, now: call.now),
            frame: frame
        )
        let result = try await database.read(within: call.tolerance) { try search.result($0) }
        // The simulator's page knows a purchase and wants its customer.
        if call.request.query["open"] == "customer", let customer = ConsoleSearch.customer(text, result.hits) {
            return .redirect(to: frame.path(to: "/console/customers/" + HTML.escapeSegment(customer)))
        }
        if let path = ConsoleSearch.jump(text, result.hits) { return .redirect(to: path) }
        if result.hits.isEmpty, let request = try await request(text, scope, call) {
            return .redirect(to: frame.path(to: "/console/requests", [("request", request)]))
        }
        frame = try await pages.frame(call)
        let isApples =
            text.utf8.count >= 4 && text.utf8.allSatisfy { Self.isOrderLetter($0) } && !text.hasPrefix("ord_")
        let page = SearchPage(
            text: text,
            hits: result.hits,
            customers: result.customers,
            canAskApple: isApples && UUID(uuidString: text) == nil && apps.links[scope.bundleID] != nil
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    /// The logged request of an `X-Request-ID`, for a person who may see the log.
    private func request(_ text: String, _ scope: AppScope, _ call: ConsoleRequest) async throws -> String? {
        let role = try call.signedIn.user.role
        guard role >= .support, text.utf8.count >= 8 else { return nil }
        try await requests.log.flush()
        let filter = RequestFilter(
            app: scope.bundleID,
            includesUnknown: requests.includesUnknown(role == .admin),
            request: text
        )
        return try await database.read { try $0.loggedRequests(filter, limit: 1) }.first?.request.request
    }

    private static func isOrderLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether somebody pasted a secret key, by its shape, alone or in the line of a file or a header.
    static func isSecret(_ text: String) -> Bool {
        text.split { !($0.isLetter || $0.isNumber || "_+/-".contains($0)) }.contains { part in
            ["sk_", "whsec_"].contains { part.hasPrefix($0) } && part.utf8.count > 20
        }
    }
}

extension SearchPage.Hit {
    static func customer(_ id: CustomerID, since date: Date) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .customer,
            name: id.rawValue,
            detail: String(date.formatted(.iso8601).prefix(10)),
            path: "/console/customers/" + HTML.escapeSegment(id.rawValue)
        )
    }

    /// The account that a customer without an account became.
    static func alias(_ alias: CustomerAlias) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .customer,
            name: alias.alias.rawValue,
            detail: "\(alias.customer) · \(String(alias.merged.formatted(.iso8601).prefix(10)))",
            path: "/console/customers/" + HTML.escapeSegment(alias.customer.rawValue)
        )
    }

    static func order(_ order: Order) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .order,
            name: order.id.rawValue,
            detail: "\(order.product) · \(order.storedState)",
            path: "/console/orders/" + HTML.escapeSegment(order.id.rawValue),
            customer: order.customer?.rawValue
        )
    }

    static func purchase(
        _ lineage: OriginalTransactionID,
        in scope: AppScope,
        _ reader: any DatabaseReader
    ) throws -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .purchase,
            name: lineage.rawValue,
            detail: "\(scope.bundleID) · \(scope.environment)",
            path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: lineage)),
            customer: try reader.claim(on: lineage, in: scope)?.customer.rawValue
        )
    }

    static func event(_ stored: StoredEvent) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .event,
            name: stored.event.id,
            detail: stored.event.kind,
            path: "/console/events/" + HTML.escapeSegment(stored.event.id),
            customer: stored.event.customer?.rawValue
        )
    }

    static func notification(_ name: String, _ scope: AppScope, _ date: Date) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .notification,
            name: name,
            detail: "\(scope.environment) · \(date.formatted(.iso8601))",
            path: nil
        )
    }
}
