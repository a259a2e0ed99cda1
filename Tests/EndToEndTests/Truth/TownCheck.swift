// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// Compares what a server says with what the App Store knows; each line of the answer is something that is wrong.
struct TownCheck {
    let town: Town
    let ask: (HTTPMethod, String) async throws -> InProcessClient.Response

    /// The town's own server.
    init(_ town: Town) {
        self.town = town
        ask = { try await town.ask($0, $1, asBackend: true) }
    }

    /// Another server over the same App Store.
    init(_ town: Town, server: InProcessClient, keys: InitialKeys) {
        self.town = town
        ask = { try await town.ask($0, $1, asBackend: true, of: server, keys: keys) }
    }

    /// Lets recovery run, as often as Apple's failures make necessary, until its reports prove that nothing is missing.
    func recover() async throws -> [String] {
        for _ in 0..<60 {
            let begun = town.clock.now
            try await town.server.doDueWork()
            // The server's own rounds compare the latest notifications; this one compares all that are due.
            _ = try await ask(.post, "/v1/recovery/notifications")
            let reports = try await ask(.get, "/v1/recovery").json(RecoverySeen.self).reports
            let done = Set(
                reports.filter {
                    $0.until >= begun && $0.missing == 0 && $0.failed == 0 && $0.interruptionReason == nil
                }.map(
                    \.kind
                )
            )
            if done.isSuperset(of: ["notifications", "purchases", "refunds"]) { return [] }
        }
        return ["recovery never came to an end: \(try await ask(.get, "/v1/recovery").text)"]
    }

    /// What was ordered and paid is delivered before any app is opened.
    func orders(_ orders: [String: String], _ truths: [StoreTruth]) async throws -> [String] {
        let paid = Dictionary(
            truths.flatMap(\.sales).compactMap { sale in sale.token.map { ($0, sale) } },
            uniquingKeysWith: { first, _ in first }
        )
        var wrong: [String] = []
        for (id, token) in orders.sorted(by: { $0.key < $1.key }) {
            guard let sale = paid[token] else { continue }
            let state = try await ask(.get, "/v1/orders/\(id)").json(OrderState.self).state
            let derived = sale.isRefunded ? ["refunded", "revoked"] : ["delivered", "finished"]
            if !derived.contains(state) {
                wrong.append("order \(id) of \(sale.customer), paid by \(sale.transaction), is \(state)")
            }
        }
        return wrong
    }

    /// Every right, every delivery and every balance of every customer.
    func everything(_ truths: [StoreTruth]) async throws -> [String] {
        var wrong = try await deliveries(truths)
        for truth in truths {
            wrong += try await entitlements(truth)
            wrong += try await balance(truth)
        }
        let undelivered = try await ask(.get, "/v1/undelivered-orders?limit=500").json(UndeliveredSeen.self)
        wrong += undelivered.orders.map { "order \($0.id) is paid and undelivered" }
        wrong += undelivered.unclaimed.map { "purchase \($0.transaction) belongs to no one" }
        let rebuild = try await ask(.post, "/v1/rebuild").json(RebuildReport.self)
        wrong += rebuild.differences.map { "rebuild: \($0.what) \($0.name): \($0.message)" }
        return wrong
    }

    private func entitlements(_ truth: StoreTruth) async throws -> [String] {
        let at = town.appStore.now.millisecondsSince1970
        let answer = try await ask(.get, "/v1/customers/\(truth.customer)/entitlements?at=\(at)")
        let given = try answer.json(ObservedEntitlements.self).entitlements.filter {
            $0.isActive && $0.id != Self.season
        }
        let due = Dictionary(grouping: truth.access.filter { $0.entitlement != Self.season }, by: \.entitlement)
        var wrong = Set(due.keys).symmetricDifference(given.map(\.id)).sorted().map { derived in
            due[derived] == nil ? "has \(derived) and should not" : "should have \(derived) by \(due[derived] ?? [])"
        }
        for derived in given {
            // Of two purchases that give the same, such as one's own and the family's, the longer one counts.
            guard let due = due[derived.id] else { continue }
            let last = due.contains { $0.until == nil } ? nil : due.compactMap(\.until).max()
            let isKnown = due.contains { $0.transaction == derived.transaction && $0.product == derived.product }
            if derived.until != last || !isKnown { wrong.append("has \(derived), should have \(due)") }
        }
        return wrong.map { "\(truth.customer) \($0)" }
    }

    /// Goods are compared as deliveries: how long a season lasts is not a rule of the App Store's.
    private static let season = "coffee.season.pass"

    private func balance(_ truth: StoreTruth) async throws -> [String] {
        let answer = try await ask(.get, "/v1/customers/\(truth.customer)/balances/beans")
        let beans = try answer.json(BalanceSeen.self).amount
        return beans == truth.beans ? [] : ["\(truth.customer) has \(beans) beans, should have \(truth.beans)"]
    }

    /// Counts from the events that a backend reads: each sale told once, and none left out.
    private func deliveries(_ truths: [StoreTruth]) async throws -> [String] {
        var received: [String: Int] = [:]
        var (after, hasMore) = (0, true)
        while hasMore {
            let page = try await ask(.get, "/v1/events?after=\(after)&limit=500").json(EventsSeen.self)
            for event in page.events where event.event.type == "order.delivered" {
                received[event.event.transaction ?? "", default: 0] += 1
            }
            (after, hasMore) = (page.next, page.hasMore)
        }
        var wrong: [String] = []
        for sale in truths.flatMap(\.sales) {
            let count = received[sale.transaction] ?? 0
            if count > 1 { wrong.append("sale \(sale.transaction) was delivered \(count) times") }
            if count == 0, !sale.isRefunded {
                wrong.append("sale \(sale.transaction) of \(sale.product) to \(sale.customer) was never delivered")
            }
        }
        return wrong
    }
}

private struct RecoverySeen: Decodable {
    struct Report: Decodable {
        var kind: String
        var until: Date
        var missing: Int
        var failed: Int
        var interruptionReason: String?
    }

    var reports: [Report]
}

private struct OrderState: Decodable {
    var state: String
}

private struct UndeliveredSeen: Decodable {
    struct Order: Decodable {
        var id: String
    }

    struct Purchase: Decodable {
        var transaction: String

        private enum CodingKeys: String, CodingKey {
            case transaction = "transactionId"
        }
    }

    var orders: [Order]
    var unclaimed: [Purchase]
}

private struct ObservedEntitlements: Decodable {
    struct Entitlement: Decodable {
        var id: String
        var isActive: Bool
        var product: String?
        var transaction: String?
        var until: Int64?

        private enum CodingKeys: String, CodingKey {
            case id, isActive
            case product = "productId"
            case transaction = "transactionId"
            case until = "expiresDate"
        }
    }

    var entitlements: [Entitlement]
}

private struct BalanceSeen: Decodable {
    var amount: Int64
}

private struct EventsSeen: Decodable {
    struct Item: Decodable {
        struct Event: Decodable {
            var type: String
            var transaction: String?

            private enum CodingKeys: String, CodingKey {
                case type
                case transaction = "transactionId"
            }
        }

        var event: Event
    }

    var events: [Item]
    var next: Int
    var hasMore: Bool

    private enum CodingKeys: String, CodingKey {
        case events, hasMore
        case next = "nextCursor"
    }
}
