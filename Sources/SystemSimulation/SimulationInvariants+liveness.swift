// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Persistence
import PurserServer

/// The bounds within which the servers recover without help after the faults end.
enum SimulatedLiveness {
    /// Within how many seconds every paid order is delivered.
    static let deliveryBound = 120
    /// Within how many seconds every known subscription agrees with the App Store.
    static let statusBound = 7200

    /// Within how many seconds of an expiration its subscription agrees with the App Store, when no notification
    /// arrives.
    ///
    /// A charge can be up to ten minutes late, and Apple is asked again ten minutes after an answer that settled
    /// nothing.
    static let expirationBound = 1500

    /// How long something took at most, in seconds of virtual time.
    struct Times: Hashable, Sendable {
        var delivery = 0
    }
}

extension SimulationInvariants {
    /// Lets the servers work alone: while faults continue, after they ended, and after the apps were opened.
    ///
    /// No one calls recovery and no app is opened until the bounds are over.
    mutating func wait(_ actor: inout SimulationDriver) async throws -> [String] {
        // What was delayed is sent, and may be lost as everything may be.
        try await world.appStore.endFaults()
        try await world.appStore.pass(seconds: 7300)
        let seed = world.network.journal
        for (number, customer) in SimulatedSystem.customers.prefix(2).enumerated() {
            try await actor.payUnheard(customer, number, SimulationRandom(seed: seed &+ UInt64(number)))
        }
        // The servers have started while Apple's interfaces fail.
        for number in 0..<world.servers.count { try world.servers.kill(number) }
        try await world.appStore.misbehave(failures: 1000, status: 503, cutOff: 0)
        try await turn(seconds: 30, by: 5)
        try await endFaults(&actor)
        // A server's waits between two tries of a request are over, too.
        let ahead = world.clock.now.timeIntervalSince(world.appStore.now)
        if ahead > 0 { try await world.appStore.pass(seconds: Int(ahead.rounded(.up))) }
        let open = try await paidOrders(actor)
        var left = open
        for elapsed in stride(from: 5, through: SimulatedLiveness.deliveryBound, by: 5) {
            try await turn(seconds: 5, by: 5)
            guard !left.isEmpty else { continue }
            let delivered = try deliveredOrders()
            left = left.filter { !delivered.contains($0.key) }
            if left.isEmpty { slowest.delivery = max(slowest.delivery, elapsed) }
        }
        var wrong = try await check(actor) + actor.wrong
        wrong += left.sorted { $0.key < $1.key }.map {
            "order \($0.key), paid by \($0.value), is not delivered \(SimulatedLiveness.deliveryBound) s after all faults ended"
        }
        guard wrong.isEmpty else { return wrong }
        try await turn(seconds: SimulatedLiveness.statusBound - SimulatedLiveness.deliveryBound, by: 300)
        wrong += try await compareSeats(actor)
        for customer in SimulatedSystem.customers {
            let sales = try await world.appStore.sales(of: customer)
            let unknown = try unknownEntitlements(customer, sales)
            wrong += try await entitlements(customer, sales, besides: unknown, actor)
                .map { "\(SimulatedLiveness.statusBound) s after all faults ended, \(customer) \($0)" }
        }
        guard wrong.isEmpty else { return wrong }
        if let (customer, sale) = try await actor.showOldDocumentAlone(turn: { try await turn(seconds: $0, by: $1) }) {
            try await turn(seconds: SimulatedLiveness.expirationBound, by: 25)
            // A purchase that was over long ago gives nothing, whether the servers know it or not.
            let recent = world.appStore.now.addingTimeInterval(-20 * 86_400)
            let sales = try await world.appStore.sales(of: customer)
                .filter { $0.revocationDate == nil && $0.expiresDate ?? .distantFuture > recent }
            let unknown = try unknownEntitlements(customer, sales)
            let right = SimulationCatalog.shop(of: sale.productId).entitlement(of: sale.productId) ?? ""
            let path = "/v1/customers/\(customer)/entitlements"
            let seen = try await world.request(.get, path, SimulationCatalog.shops[0]).read(ObservedEntitlements.self)
                .entitlements
            let isGranted = seen.contains { $0.id == right && $0.isActive }
            let isDue = await world.appStore.truth(of: customer).access.contains {
                SimulationCatalog.shop(of: $0.product).entitlement(of: $0.product) == right
            }
            if isGranted != isDue, !unknown.contains(right) {
                wrong.append(
                    "\(SimulatedLiveness.expirationBound) s after an old document of \(sale.originalTransactionId) at an "
                        + "expiration, \(customer) \(isDue ? "should have" : "has and should not have") \(right)"
                )
            }
        }
        guard wrong.isEmpty else { return wrong }
        for customer in SimulatedSystem.customers { try await actor.launch(customer) }
        wrong += try await restoreLeaver(&actor)
        wrong += try await actor.completeVisitor()
        try await turn(seconds: SimulatedLiveness.deliveryBound, by: 10)
        wrong += try await waitForWebhooks()
        return try await wrong + compareBalances(actor)
    }

    /// Lets time pass and runs the background jobs of all instances as it does.
    private func turn(seconds: Int, by step: Int) async throws {
        for _ in 0..<(seconds / step) {
            try await world.appStore.pass(seconds: step)
            for number in 0..<world.servers.count { _ = await world.servers.service(number).runDueJobs() }
        }
    }

    /// Orders whose payment carries their token and was not revoked, with the transaction.
    private func paidOrders(_ actor: SimulationDriver) async throws -> [String: TransactionID] {
        var paid: [AppAccountToken: TransactionPayload] = [:]
        for account in SimulatedSystem.accounts {
            for sale in try await world.appStore.sales(of: account) where sale.transactionReason != .renewal {
                guard let token = sale.appAccountToken, sale.revocationDate == nil else { continue }
                paid[token] = sale
            }
        }
        return actor.orders.filter { !$0.value.isMismatched }.compactMapValues { order in
            guard let sale = paid[order.token], sale.productId == order.product, sale.pays(order.quantity) else {
                return nil
            }
            return sale.transactionId
        }
    }

    /// The orders that have come to an end which a payment can have.
    private func deliveredOrders() throws -> Set<String> {
        try world.database.check { reader in
            var found: Set<String> = []
            try reader.forEach("SELECT id FROM orders WHERE state IN ('delivered', 'finished', 'refunded', 'revoked')")
            {
                found.insert(try $0.next())
            }
            return found
        }
    }

    /// Entitlements of which a server cannot know all purchases: some were never shown by this customer's app.
    private func unknownEntitlements(
        _ customer: AppStoreSimulator.CustomerID,
        _ sales: [TransactionPayload]
    ) throws -> Set<String> {
        let claimed = try world.database.check { reader in
            var found: Set<String> = []
            try reader.forEach("SELECT lineage FROM claims WHERE customer = \(customer.rawValue)") {
                found.insert(try $0.next())
            }
            return found
        }
        return Set(
            sales.filter { !claimed.contains($0.originalTransactionId.rawValue) }
                .compactMap { SimulationCatalog.shop(of: $0.productId).entitlement(of: $0.productId) }
        )
    }

    /// Every webhook is delivered when the published schedule says so.
    private func waitForWebhooks() async throws -> [String] {
        for _ in 0..<24 {
            let waiting = try world.database.check { reader in
                var count = 0
                try reader.forEach("SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending'") {
                    count = try $0.next(Int.self)
                }
                return count
            }
            if waiting == 0 { return try await everyEventWasDelivered() }
            try await turn(seconds: 600, by: 300)
        }
        return ["webhooks still wait four hours after everything worked again"]
    }
}
