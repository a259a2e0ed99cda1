// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// What needs a look, and finding everything by its name.
struct HomePages: Sendable {
    let alerts: AlertFeature
    let apps: Apps
    let counter: ConsoleCounter
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "", .viewer, handler: renderOverview),
            ConsoleRoute(.get, "/search", .viewer, handler: search),
        ]
    }

    private func renderOverview(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = pages.scope(of: try call.signedIn)
        let counts = try await counter.counts(in: scope)
        let events = try await database.read(within: call.tolerance) { try $0.newestEvents(limit: 100) }
        let own = events.filter { $0.event.scope == scope }.prefix(15)
        let updates = try own.map { stored in
            let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
            return (
                instant: event.occurred,
                type: event.type.rawValue,
                customer: event.customer?.rawValue,
                product: event.product?.rawValue
            )
        }
        let raised = try await alerts.alertList(now: call.now).alerts.count(where: \.isFiring)
        let matters = [
            (Page.NavigationItem.undelivered, counts.undelivered), (.consumption, counts.consumption),
            (.webhooks, counts.webhooks), (.health, raised),
        ].map { place, count in
            OverviewPage.Matter(
                place: place,
                count: min(count, ConsoleCounts.maximum),
                isMore: count > ConsoleCounts.maximum
            )
        }
        return pages.show(OverviewPage(matters: matters, changes: updates).page(in: frame), in: frame)
    }

    private func search(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let text = String(ConsoleRequest.trimmed(call.request.query["q"] ?? "").prefix(200))
        let frame = try await pages.frame(call)
        guard !text.isEmpty else { return .redirect(to: "/console") }
        let scopes = pages.scopes
        let hits = try await database.read(within: call.tolerance) { reader in
            try Self.hits(for: text, in: scopes, reader)
        }
        let scope = pages.scope(of: try call.signedIn)
        let isApples =
            text.utf8.count >= 4 && text.utf8.allSatisfy { Self.isOrderLetter($0) } && !text.hasPrefix("ord_")
        let page = SearchPage(
            text: text,
            hits: hits,
            canAskApple: isApples && UUID(uuidString: text) == nil && apps.links[scope.bundleID] != nil
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func isOrderLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Everything of that name; each kind is one look-up in an index.
    private static func hits(
        for text: String,
        in scopes: [AppScope],
        _ reader: any DatabaseReader
    ) throws -> [SearchPage.Hit] {
        var hits: [SearchPage.Hit] = []
        for customer in try reader.customers(prefix: text, limit: 20) {
            hits.append(.customer(customer.id, since: customer.createdDate))
        }
        if let order = try reader.order(OrderID(rawValue: text)) { hits.append(.order(order)) }
        hits += try reader.orders(reference: text, limit: 20).map(SearchPage.Hit.order)
        if let uuid = UUID(uuidString: text) {
            hits += try reader.orders(token: AppAccountToken(rawValue: uuid), limit: 20).map(SearchPage.Hit.order)
            for scope in scopes {
                let notification = NotificationUUID(rawValue: uuid)
                if let date = try reader.receivedDate(of: notification, in: scope) {
                    hits.append(.notification(text, scope, date))
                }
                for lineage in try reader.lineages(ofToken: uuid, in: scope) {
                    hits.append(try .purchase(lineage, in: scope, reader))
                }
            }
        } else {
            for scope in scopes {
                var lineages = try reader.lineages(ofAppleOrder: text, in: scope)
                if let lineage = try reader.lineage(of: TransactionID(rawValue: text), in: scope) {
                    lineages.append(lineage)
                }
                for lineage in Set(lineages).sorted() { hits.append(try .purchase(lineage, in: scope, reader)) }
            }
        }
        if text.hasPrefix("evt_"), let event = try reader.event(text) { hits.append(.event(event)) }
        var seen: Set<SearchPage.Hit> = []
        return hits.filter { seen.insert($0).inserted }
    }
}

extension SearchPage.Hit {
    fileprivate static func customer(_ id: CustomerID, since date: Date) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .customer,
            name: id.rawValue,
            detail: String(date.formatted(.iso8601).prefix(10)),
            path: "/console/customers/" + HTML.escapeSegment(id.rawValue)
        )
    }

    fileprivate static func order(_ order: Order) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .order,
            name: order.id.rawValue,
            detail: "\(order.product) · \(order.storedState)",
            path: "/console/orders/" + HTML.escapeSegment(order.id.rawValue),
            customer: order.customer?.rawValue
        )
    }

    fileprivate static func purchase(
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

    fileprivate static func event(_ stored: StoredEvent) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .event,
            name: stored.event.id,
            detail: stored.event.kind,
            path: nil,
            customer: stored.event.customer?.rawValue
        )
    }

    fileprivate static func notification(_ name: String, _ scope: AppScope, _ date: Date) -> SearchPage.Hit {
        SearchPage.Hit(
            kind: .notification,
            name: name,
            detail: "\(scope.environment) · \(date.formatted(.iso8601))",
            path: nil
        )
    }
}
