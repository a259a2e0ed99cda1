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

/// The list of customers: narrowed, page by page, and as a file.
struct CustomerListPages: Sendable {
    let accounts: EntitlementReader
    let pages: ConsoleFrame
    let database: any Database

    /// How many customers of a file are in memory at once.
    private static let exportStep = 200

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/customers", .viewer, handler: renderList),
            // A file of many persons is for those who may see them.
            ConsoleRoute(.get, "/customers.csv", .support, handler: export),
        ]
    }

    /// What the list's address asks for.
    struct Query: Hashable, Sendable {
        var text = ""
        var buyersOnly = false
        var after: String?
        var size = 50

        static let sizes = [25, 50, 100, 200]

        init(_ query: HTTPQuery) {
            text = String(ConsoleRequest.trimmed(query["q"] ?? "").prefix(200))
            buyersOnly = query["bought"] == "yes"
            after = query["after"].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
            size = query["size"].flatMap { Int($0) }.flatMap { Self.sizes.contains($0) ? $0 : nil } ?? 50
        }

        func filter(in scope: AppScope) -> CustomerFilter {
            CustomerFilter(text: text, buyersIn: buyersOnly ? scope : nil)
        }

        var items: [(name: String, value: String?)] {
            [
                ("q", text.isEmpty ? nil : text), ("bought", buyersOnly ? "yes" : nil),
                ("size", size == 50 ? nil : String(size)),
            ]
        }
    }

    private func renderList(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let after = query.after.map(CustomerID.init(rawValue:))
        let found = try await database.read(within: call.tolerance) { reader in
            try reader.customerPage(query.filter(in: scope), after: after, limit: query.size + 1)
        }
        let rows = try await rows(found.customers.prefix(query.size), in: scope, call)
        let view = CustomerListView(
            rows: rows,
            count: found.count,
            isCut: found.isCut,
            query: query,
            next: found.customers.count > query.size ? rows.last?.id : nil
        )
        return pages.show(view.page(in: frame), in: frame)
    }

    private func rows(
        _ customers: some Sequence<StoredCustomer>,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [CustomerListView.Row] {
        var rows: [CustomerListView.Row] = []
        for customer in customers {
            let decisions = try await accounts.entitlements(
                of: customer.id,
                in: scope,
                at: nil,
                now: call.now,
                within: call.tolerance
            )
            let known = decisions.filter { $0.isActive || $0.reason.rule != .neverBought }
            let best =
                known.first(where: \.isActive)
                ?? known.max { ($0.endDate ?? .distantPast) < ($1.endDate ?? .distantPast) }
            rows.append(
                CustomerListView.Row(
                    id: customer.id.rawValue,
                    created: customer.createdDate,
                    entitlements: known.filter(\.isActive).map(\.entitlement.rawValue),
                    isActive: best?.isActive,
                    rule: best?.reason.rule,
                    product: best?.reason.productID?.rawValue,
                    ends: best?.endDate,
                    willRenew: best?.isActive == true && best?.endDate != nil ? best?.willRenew : nil
                )
            )
        }
        return rows
    }

    /// The same rows as a file; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let audit = AuditRecord(
            actor: try call.signedIn.actor,
            action: "console.export",
            target: "customers",
            instant: call.now,
            detail: call.request.query.rawValue,
            app: scope.bundleID
        )
        try await database.write { try $0.record(audit) }
        let last = Mutex<CustomerID?>(nil)
        return ConsoleExport.csv(
            ["customer", "created", "state", "reason", "entitlements", "product", "ends", "will_renew"],
            name: "customers"
        ) {
            let after = last.withLock(\.self)
            let found = try await database.read(within: call.tolerance) {
                try $0.customers(query.filter(in: scope), after: after, limit: Self.exportStep)
            }
            last.withLock { $0 = found.last?.id ?? $0 }
            return try await rows(found, in: scope, call).map(Self.cells)
        }
    }

    private static func cells(_ row: CustomerListView.Row) -> [String] {
        [
            row.id, row.created.formatted(.iso8601), row.isActive.map { $0 ? "active" : "inactive" } ?? "",
            row.rule?.rawValue ?? "", row.entitlements.joined(separator: " "), row.product ?? "",
            row.ends.map { $0.formatted(.iso8601) } ?? "", row.willRenew.map { String($0) } ?? "",
        ]
    }
}
