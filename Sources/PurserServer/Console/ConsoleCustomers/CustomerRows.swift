// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import Persistence

/// The lists of a customer's page: orders, transactions, virtual currency, webhooks, what people did.
struct CustomerRows {
    private(set) var rows: [CustomerPage.Tab: [CustomerPage.Row]] = [:]

    init(orders: [Order], entries: [TimelineEntry]) {
        rows[.orders] = orders.sorted { $0.createdDate > $1.createdDate }.map { order in
            CustomerPage.Row(
                instant: order.updatedDate,
                name: Link(order.id.rawValue, "/console/orders/" + HTML.escapeSegment(order.id.rawValue)),
                about: "\(order.product) × \(order.quantity)",
                state: order.storedState,
                detail: order.token.map { $0.rawValue.uuidString.lowercased() } ?? ""
            )
        }
        rows[.transactions] = []
        rows[.webhooks] = []
        rows[.balances] = []
        rows[.audit] = []
        var seen: Set<String> = []
        for entry in entries { add(entry, &seen) }
    }

    private mutating func add(_ entry: TimelineEntry, _ seen: inout Set<String>) {
        switch entry.matter {
        case .transaction(let purchase):
            // The newest document of a transaction has its status.
            guard seen.insert(purchase.id).inserted else { return }
            let price = purchase.price.map { PageContext.plainMoney($0, purchase.currency) } ?? ""
            append(
                .transactions,
                entry,
                Link(purchase.id, entry.purchase ?? ""),
                purchase.product,
                purchase.revoked == nil ? "valid" : "revoked",
                price
            )
        case .event(let type, _, _, _, let deliveries):
            for delivery in deliveries {
                let answer = [delivery.answer, "\(delivery.attempts)×"].compactMap(\.self).joined(separator: " · ")
                let path = "/console/webhooks/" + HTML.escapeSegment(delivery.endpoint)
                append(.webhooks, entry, Link(delivery.endpoint, path), type, delivery.state, answer)
            }
        case .balance(let currency, let amount, let reason):
            append(.balances, entry, Link(currency, ""), entry.environment, String(amount), reason)
        case .audit(let actor, let action, let detail):
            append(.audit, entry, Link(actor, ""), action, "", detail ?? "")
        case .order, .renewal, .notification, .receipt, .command: break
        }
    }

    private mutating func append(
        _ tab: CustomerPage.Tab,
        _ entry: TimelineEntry,
        _ name: Link,
        _ about: String,
        _ state: String,
        _ detail: String
    ) {
        rows[tab, default: []].append(
            CustomerPage.Row(instant: entry.instant, name: name, about: about, state: state, detail: detail)
        )
    }
}
