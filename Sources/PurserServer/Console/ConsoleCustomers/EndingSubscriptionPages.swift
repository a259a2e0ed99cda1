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
    let database: any Database

    /// How many rows a page has, how many purchases are read at once, and how many a page looks at.
    private static let limit = (page: 50, read: 500, looked: 5000)

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
        var after: Place?

        init(_ query: HTTPQuery) {
            let span = query["ends"].flatMap { $0.hasSuffix("d") ? Int($0.dropLast()) : nil }
            let standard = query["ends"] == "all" ? nil : 7
            days = EndingSubscriptionsPage.spans.contains(span) ? span ?? standard : standard
            product = query["product"].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
            after = query["after"].flatMap(Place.init)
        }
    }

    /// Where a page of the list ended.
    struct Place: Hashable, Sendable {
        var due: Date
        var lineage: OriginalTransactionID

        init(_ state: StoredLineageState, _ due: Date) {
            self.due = due
            lineage = state.lineage
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
            guard parts.count == 2, let due = Int64(parts[0]), parts[1].utf8.count <= 200 else { return nil }
            self.due = Date(millisecondsSince1970: min(max(due, 0), 253_402_300_799_000))
            lineage = OriginalTransactionID(rawValue: parts[1])
        }

        var text: String { "\(due.millisecondsSince1970)-\(lineage)" }
    }

    /// A part of the list.
    private struct Part: Sendable {
        var subscriptions: [EndingSubscriptionsPage.Subscription] = []
        /// Where the list continues; nothing at its end.
        var next: Place?
    }

    /// Reads on until there are enough subscriptions, the list ends, or enough was looked at.
    private func part(
        _ query: Query,
        in scope: AppScope,
        limit: Int,
        looks: Int,
        _ call: ConsoleRequest
    ) async throws -> Part {
        let end = query.days.map { call.now.addingTimeInterval(Double($0) * 86_400) }
        let range = call.now...(end ?? Date(timeIntervalSince1970: 253_402_300_799))
        return try await database.read(within: call.tolerance) { reader in
            var part = Part()
            var last = query.after
            for _ in 0..<max(1, looks / Self.limit.read) {
                let states = try reader.changingLineages(
                    in: scope,
                    during: range,
                    after: last.map { ($0.due, $0.lineage) },
                    limit: Self.limit.read
                )
                for stored in states {
                    guard let due = stored.dueDate else { continue }
                    last = Place(stored, due)
                    let state = try ServiceJSON.decode(ReportedLineageState.self, from: stored.body)
                    guard state.willAutoRenew == false, [.subscribed, .inGracePeriod].contains(state.phase),
                        query.product == nil || state.product?.rawValue == query.product
                    else { continue }
                    let customer = try reader.claim(on: stored.lineage, in: scope)?.customer
                    part.subscriptions.append(
                        EndingSubscriptionsPage.Subscription(
                            customer: customer?.rawValue,
                            purchase: stored.lineage.rawValue,
                            path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: stored.lineage)),
                            product: state.product?.rawValue ?? "",
                            ends: due,
                            isInGrace: state.phase == .inGracePeriod
                        )
                    )
                    if part.subscriptions.count == limit {
                        part.next = last
                        return part
                    }
                }
                guard states.count == Self.limit.read else { return part }
            }
            part.next = last
            return part
        }
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let found = try await part(query, in: scope, limit: Self.limit.page, looks: Self.limit.looked, call)
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
        let place = Mutex<(after: Place?, isOver: Bool)>((query.after, false))
        return ConsoleExport.csv(["customer", "purchase", "product", "ends", "state"], name: "not-renewing") {
            // An empty page ends the file, so what has no match is read over.
            while true {
                let (after, isOver) = place.withLock(\.self)
                guard !isOver else { return [] }
                var next = query
                next.after = after
                let found = try await part(next, in: scope, limit: Self.limit.read, looks: Self.limit.looked, call)
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
