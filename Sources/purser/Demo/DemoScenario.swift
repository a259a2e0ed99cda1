// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PurserServer

/// The main story, step by step: what each side did and saw, and whether it is as promised.
struct DemoScenario: Sendable {
    private let world: DemoEnvironment
    private let fault: DemoFault?
    private let printLine: @Sendable (String) -> Void

    init(_ world: DemoEnvironment, fault: DemoFault?, printLine: @escaping @Sendable (String) -> Void) {
        self.world = world
        self.fault = fault
        self.printLine = printLine
    }

    /// Tells the whole story.
    ///
    /// - Throws: ``Failure`` that names the first check which did not hold.
    func run() async throws {
        let order = try await placeOrder()
        let paid = try await pay(order)
        try await deliveredByNotification(order)
        try await grantedOnce(after: "the notification")
        try await verifyLate(paid)
        try await grantedOnce(after: "the app's own verification")
        let renewal = try await renew(paid)
        try await refund(renewal)
    }

    // MARK: Steps

    private func placeOrder() async throws -> Order {
        let body = Data(
            #"{"customer":"alice","productId":"\#(DemoEnvironment.product)","idempotencyKey":"tap-1"}"#.utf8
        )
        let order: Order = try await asApp(.post, "/v1/orders", body)
        let again: Order = try await asApp(.post, "/v1/orders", body)
        try check(order.state == "created", "the order is created")
        try check(again.id == order.id, "the same tap gives the same order")
        step("order", "the app asks for an order; the server makes \(order.id) with a token for the purchase")
        return order
    }

    private func pay(_ order: Order) async throws -> Paid {
        if fault == .lostAcknowledgement {
            world.transport.decide { $0.url.contains("/apple/notifications") ? .acknowledgedAndLost : .delivered }
        }
        let answer = try await world.control(
            .post,
            "/purchases",
            [
                "customer": "alice", "product": .string(DemoEnvironment.product.rawValue),
                "appAccountToken": .string(order.token),
            ]
        )
        let paid: Paid = try answer.json()
        step("pay", "the customer pays; the App Store signs transaction \(paid.transactionId)")
        step("crash", "the app dies before it can send the purchase to the server")
        await world.appStore.runUntilIdle()
        return paid
    }

    private func deliveredByNotification(_ order: Order) async throws {
        let paid: Order = try await asAlice("/v1/orders/\(order.id)")
        try check(paid.state == "delivered", "Apple's notification pays the order, which is '\(paid.state)'")
        let mover = paid.history?.last?.by ?? "none"
        try check(mover == "notification", "it was the notification that paid it, not \(mover)")
        step("settle", "Apple's notification arrives; the server verifies it and delivers the order")
    }

    private func grantedOnce(after what: String) async throws {
        if fault == .secondGrant { try await grantAgain() }
        let events = try await world.events()
        let deliveries = events.filter { $0.kind == "order.delivered" }.count
        let grants = events.filter { $0.kind == "entitlement.granted" }.count
        try check(deliveries == 1, "after \(what) the order was delivered once, not \(deliveries) times")
        try check(grants == 1, "after \(what) the entitlement was granted once, not \(grants) times")
        let held = try await entitlements()
        try check(
            held.count == 1,
            "after \(what) the customer has the one entitlement, not \(held.count)"
        )
        let name = held.first?.id ?? ""
        step("entitled", "after \(what) alice has '\(name)': delivered once, granted once")
    }

    private func verifyLate(_ paid: Paid) async throws {
        let document = fault == .forgedDocument ? try forged(paid) : paid.signedTransactionInfo
        let body = Data(#"{"customer":"alice","signedTransaction":"\#(document)"}"#.utf8)
        let answer = try await world.call(.post, "/v1/transactions", key: world.keys.publishableKey, body: body)
        try check(
            answer.status.rawValue == 200,
            "the app's transaction is accepted; the server said \(answer.status.rawValue): \(answer.text)"
        )
        let purchase: Purchase = try answer.json()
        try check(purchase.state == "delivered", "the app hears 'delivered', not '\(purchase.state)'")
        step("return", "the app comes back and hands in its transaction; the server says: delivered, long ago")
    }

    private func renew(_ paid: Paid) async throws -> TransactionID {
        let before = try await entitlements().first?.until
        _ = try await world.control(.post, "/clock/advance", ["by": "P32D"])
        try await world.drain()
        let held = try await entitlements()
        try check(held.count == 1, "a month later the customer still has the entitlement")
        let until = held.first?.until
        try check((until ?? .distantPast) > (before ?? .distantFuture), "the renewal moved its end")
        let renewals = try await world.events().filter { $0.kind == "subscription.renewed" }.count
        try check(renewals == 1, "the backend received one renewal, not \(renewals)")
        step("renew", "32 days pass; the App Store renews and the entitlement continues")
        guard let transaction = held.first?.transaction else {
            throw Failure("the entitlement names no transaction")
        }
        return transaction
    }

    private func refund(_ transaction: TransactionID) async throws {
        let answer = try await world.control(.post, "/transactions/\(transaction)/refund", [:])
        try check(answer.status.rawValue < 300, "the App Store refunds; it said: \(answer.text)")
        try await world.drain()
        let held = try await entitlements()
        try check(held.isEmpty, "after the refund nothing is left, not \(held.map(\.id))")
        let ends = try await world.events().filter { $0.kind == "entitlement.ended" }.count
        try check(ends == 1, "the backend received the expiration once, not \(ends) times")
        step("refund", "Apple refunds the renewal; the entitlement is gone, and the backend was notified once")
    }

    // MARK: Faults

    /// A document with the same content that a stranger signed.
    private func forged(_ paid: Paid) throws -> String {
        let segments = paid.signedTransactionInfo.split(separator: ".")
        guard segments.count == 3 else { throw Failure("the App Store's document does not have three segments") }
        let stranger = try DemoForger.sign(payload: String(segments[1]))
        return stranger
    }

    private func grantAgain() async throws {
        guard let event = try await world.events().first(where: { $0.kind == "entitlement.granted" }) else { return }
        try await world.database.write { writer in
            var second = event
            second.id += "-again"
            try writer.append(second)
        }
    }

    // MARK: Asking and telling

    private func asApp<Answer: Decodable>(
        _ method: HTTPMethod,
        _ path: String,
        _ body: Data = Data()
    ) async throws -> Answer {
        let answer = try await world.call(method, path, key: world.keys.publishableKey, body: body)
        try check(answer.status.rawValue < 300, "the server answers \(path); it said: \(answer.text)")
        return try answer.json()
    }

    /// Reads as the customer's app does: with a token that the team's backend made for her.
    private func asAlice<Answer: Decodable>(_ path: String) async throws -> Answer {
        let tokens = "/v1/customers/alice/tokens"
        let made = try await world.call(.post, tokens, key: world.keys.secretKey)
        try check(made.status.rawValue == 201, "the backend gets a token; the server said: \(made.text)")
        let answer = try await world.call(.get, path, key: try made.json(Token.self).token)
        try check(answer.status.rawValue == 200, "the server answers \(path); it said: \(answer.text)")
        return try answer.json()
    }

    private func entitlements() async throws -> [Entitlement] {
        let list: EntitlementListing = try await asAlice("/v1/customers/alice/entitlements")
        return list.entitlements.filter(\.isActive)
    }

    private func check(_ holds: Bool, _ promise: String) throws {
        guard holds else { throw Failure("failed: \(promise)") }
    }

    private func step(_ name: String, _ arguments: String) {
        self.printLine("  " + name + String(repeating: " ", count: max(1, 10 - name.count)) + arguments)
    }
}
