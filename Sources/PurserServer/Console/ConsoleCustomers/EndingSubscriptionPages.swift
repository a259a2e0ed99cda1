// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence
import Synchronization

/// The list of subscriptions that will not renew: narrowed, page by page, and as a file.
struct EndingSubscriptionPages: Sendable {
    let catalog: CatalogCache
    let pages: ConsoleFrame
    let reader: EndingSubscriptionReader
    let database: any Database

    /// How many rows a page has, and how many a part of a file.
    private static let limit = (page: 50, file: 500)

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/not-renewing", .viewer, handler: render),
            // A file of many persons is for those who may see them.
            ConsoleRoute(.get, "/not-renewing.csv", .support, handler: export),
        ]
    }

    /// What the list's address asks for.
    struct Query: Hashable, Sendable {
        var days: Int?
        var product: String?
        var after: EndingSubscriptionReader.Place?

        init(_ query: HTTPQuery) {
            let span = query["ends"].flatMap { $0.hasSuffix("d") ? Int($0.dropLast()) : nil }
            let standard = query["ends"] == "all" ? nil : 7
            days = EndingSubscriptionsPage.spans.contains(span) ? span ?? standard : standard
            product = query["product"].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
            after = query["after"].flatMap { EndingSubscriptionReader.Place($0) }
        }

        fileprivate var question: EndingSubscriptionReader.Question {
            EndingSubscriptionReader.Question(days: days, product: product, after: after)
        }
    }

    /// A part of the list, as the API has it.
    private func part(
        _ query: Query,
        in scope: AppScope,
        limit: Int,
        _ call: ConsoleRequest
    ) async throws -> (subscriptions: [EndingSubscriptionsPage.Subscription], next: EndingSubscriptionReader.Place?) {
        let page = try await reader.page(query.question, in: scope, limit: limit, now: call.now, within: call.tolerance)
        let subscriptions = page.subscriptions.map { item in
            EndingSubscriptionsPage.Subscription(
                customer: item.customer?.rawValue,
                purchase: item.lineage.rawValue,
                path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: item.lineage)),
                product: item.product?.rawValue ?? "",
                ends: item.endDate,
                isInGrace: item.isInGracePeriod
            )
        }
        return (subscriptions, page.next)
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let found = try await part(query, in: scope, limit: Self.limit.page, call)
        let catalog = try await self.catalog.catalog(of: scope.bundleID, now: call.now)
        let items = EndingSubscriptionsPage.items(days: query.days, product: query.product)
        let page = EndingSubscriptionsPage(
            subscriptions: found.subscriptions,
            count: query.after == nil && found.next == nil ? found.subscriptions.count : nil,
            days: query.days,
            product: query.product,
            products: catalog.ordered.filter { $0.product.groupID != nil }.map(\.product.id.rawValue),
            next: found.next.map { frame.path(to: "/console/not-renewing", items + [("after", $0.text)]) },
            isContinued: query.after != nil
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    /// The same rows as a file; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let audit = AuditRecord(
            actor: try call.signedIn.actor,
            action: "console.export",
            target: "not-renewing",
            instant: call.now,
            detail: call.request.query.rawValue,
            app: scope.bundleID
        )
        try await database.write { try $0.record(audit) }
        let place = Mutex<(after: EndingSubscriptionReader.Place?, isOver: Bool)>((query.after, false))
        return ConsoleExport.csv(["customer", "purchase", "product", "ends", "state"], name: "not-renewing") {
            // An empty page ends the file, so what has no match is read over.
            while true {
                let (after, isOver) = place.withLock(\.self)
                guard !isOver else { return [] }
                var next = query
                next.after = after
                let found = try await part(next, in: scope, limit: Self.limit.file, call)
                place.withLock { $0 = (found.next, found.next == nil) }
                guard found.subscriptions.isEmpty else {
                    return found.subscriptions.map { item in
                        [
                            item.customer ?? "", item.purchase, item.product, item.ends.formatted(.iso8601),
                            item.isInGrace ? "grace_period" : "active",
                        ]
                    }
                }
            }
        }
    }
}
