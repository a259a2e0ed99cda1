// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// Customers who arrive at a fixed rate with a mixed day's requests, whether or not the shop keeps up with them.
final class MixedHour: Sendable {
    /// What a customer comes for.
    enum PurchaseRequest: String, CaseIterable, Sendable {
        case look, buy, vanish, subscribe, renew, refund

        /// One, by how often each comes.
        static func random(_ dice: inout Dice) -> PurchaseRequest {
            switch Int.random(in: 0..<100, using: &dice) {
            case ..<55: .look
            case ..<75: .buy
            case ..<83: .vanish
            case ..<88: .subscribe
            case ..<96: .renew
            default: .refund
            }
        }
    }

    private struct PurchaseLog: Sendable {
        var times: [PurchaseRequest: [Duration]] = [:]
        var under = 0
        var sold: [String] = []
        /// A customer who has a subscription, and is not about to buy one.
        var subscribers: Set<String> = []
        /// Whether more customers arrive.
        var isOpen = true
    }

    static let customers = (0..<40).map { "customer-\($0)" }

    private static let club = "coffee.club.gold.monthly"
    private static let maximumInFlight = 5000

    let shop: ServedShop
    let shoppers: Shoppers
    private let record = Mutex(PurchaseLog())

    init(_ shop: ServedShop) {
        self.shop = shop
        shoppers = Shoppers(shop)
    }

    /// Lets no more customers arrive.
    func close() {
        record.withLock { $0.isOpen = false }
    }

    /// Waits until so many more purchases are acknowledged.
    func waitForMore(_ count: Int) async throws {
        try await shoppers.waitForMore(count)
    }

    /// Lets customers arrive until the time is over or the shop is closed, and waits for the last one.
    ///
    /// - Throws: What went wrong for any of them, or a failure when far too many wait.
    func live(_ length: Duration, every gap: Duration, seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        try await withThrowingDiscardingTaskGroup { group in
            let start = ContinuousClock.now
            var number = 0
            while true {
                let planned = start + gap * number
                guard planned < start + length, record.withLock(\.isOpen) else { break }
                try await Task.sleep(until: planned, clock: .continuous)
                guard record.withLock(\.under) < Self.maximumInFlight else {
                    throw Program.Failure(description: "\(Self.maximumInFlight) customers wait")
                }
                let (request, customer) = (PurchaseRequest.random(&dice), dice.pick(Self.customers))
                let (key, draw) = ("request-\(number)", dice.next())
                record.withLock { $0.under += 1 }
                group.addTask {
                    try await self.grant(request, to: customer, key: key, draw: draw)
                    self.record.withLock {
                        $0.under -= 1
                        $0.times[request, default: []].append(ContinuousClock.now - planned)
                    }
                }
                number += 1
            }
        }
    }

    private func grant(_ request: PurchaseRequest, to customer: String, key: String, draw: UInt64) async throws {
        switch request {
        case .look:
            _ = try await shop.insist("GET", "/v1/customers/\(customer)/entitlements", key: shop.secretKey)
        case .buy, .vanish:
            let paid = try await shoppers.buyOnce(as: customer, key: key, isShown: request == .buy)
            if let paid { record.withLock { $0.sold.append(paid) } }
        case .subscribe:
            guard record.withLock({ $0.subscribers.insert(customer).inserted }) else { return }
            try await shoppers.buyOnce(as: customer, key: key, product: Self.club)
        case .renew:
            guard record.withLock({ $0.subscribers.contains(customer) }) else { return }
            try await renew(customer)
        case .refund:
            let sold = record.withLock(\.sold)
            guard !sold.isEmpty else { return }
            await atStore("/simulator/v1/transactions/\(sold[Int(draw % UInt64(sold.count))])/refund")
        }
    }

    private func renew(_ customer: String) async throws {
        let path = "/simulator/v1/customers/\(customer)/subscriptions"
        guard let held = try? await shop.ask("GET", shop.store + path),
            let group = held["subscriptions"]?.array?.first?["group"]?.string
        else { return }
        await atStore("\(path)/\(group)/renew")
    }

    /// Lets the App Store do something that it may refuse, or be gone for; its books have the result.
    private func atStore(_ path: String) async {
        _ = try? await shop.ask("POST", shop.store + path, .object([:]))
    }

    /// The apps that vanished are opened again and show what the App Store says is not finished.
    func comeBack() async throws {
        let list = try await shop.insist("GET", "/v1/undelivered-orders?limit=500", key: shop.secretKey)
        for purchase in list["unclaimed"]?.array ?? [] {
            guard let id = purchase["transactionId"]?.string else { continue }
            let stored = try await shop.ask("GET", shop.store + "/simulator/v1/transactions/\(id)")
            guard let signed = stored["signedTransactionInfo"]?.string, let customer = stored["customer"]?.string else {
                throw Program.Failure(description: "a transaction without document or customer: \(stored)")
            }
            try await shoppers.show(signed, as: customer)
        }
    }

    /// Lets the App Store be late, repeat, reorder and forget, refund out of the blue, and fail when it is asked.
    func misbehave(maximumDelay: Int) async throws {
        let faults: [String: Int] = [
            "delayedPerMille": 150, "maximumDelaySeconds": maximumDelay, "duplicatedPerMille": 100,
            "reorderedPerMille": 100,
            "droppedPerMille": 100, "missingTokenPerMille": 100, "emptyHistoryPerMille": 200,
            "maximumEmptyHistorySeconds": maximumDelay, "refundedPerMille": 40,
            "maximumRefundDelaySeconds": maximumDelay,
        ]
        let settings = JSONValue.object(["faults": .object(faults.mapValues { .integer(Int64($0)) })])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/settings/production", settings)
        try await misbehaveWhenAsked()
    }

    /// Lets the App Store fail now and then when it is asked, which a restart makes it forget.
    func misbehaveWhenAsked() async throws {
        let faults = JSONValue.object([
            "api": .object(["failedPerMille": .integer(100), "status": .integer(503)]),
            "droppedConnectionsPerMille": .integer(100),
        ])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/faults", faults)
    }

    /// Waits for what is late, and lets the server look after what never came.
    func drain(maximumDelay: Int) async throws {
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/faults", .object([:]))
        let none = JSONValue.object(["faults": .object([:])])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/settings/production", none)
        try await Task.sleep(for: .seconds(maximumDelay + 1))
        _ = try await shop.ask("POST", shop.store + "/simulator/v1/clock/run-due")
        for kind in ["notifications", "purchases", "refunds", "statuses"] {
            // It asks the App Store for everything that was missed, which takes longer than a purchase.
            let address = shop.server + "/v1/recovery/\(kind)"
            _ = try await shop.ask("POST", address, key: shop.secretKey, timeout: .seconds(300))
        }
    }

    /// How long each request took from when its customer came, in milliseconds.
    var table: [String] {
        record.withLock(\.times).sorted { $0.key.rawValue < $1.key.rawValue }.map { request, times in
            let sorted = times.sorted()
            func at(_ perMille: Int) -> Int { Int(sorted[(sorted.count - 1) * perMille / 1000] / .milliseconds(1)) }
            return
                "\(request.rawValue): \(times.count) times, p50 \(at(500)) ms, p99 \(at(990)) ms, longest \(at(1000)) ms"
        }
    }
}
