// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Testing

/// Offer codes of a simulator that runs elsewhere.
@Suite(.storeKit) struct RemoteRedemptionTests {
    private let simulator: RunningSimulator

    init() async throws {
        simulator = try RunningSimulator()
        try await StoreKitSimulator.connect(through: simulator, customer: "ann")
        for (code, product, offer) in [("GIFT", "coins", "gift"), ("FRIEND", "gold", "friends")] {
            try await simulator.control(
                .post,
                "/offer-codes",
                ["code": .string(code), "product": .string(product), "offer": .string(offer), "redemptions": 1]
            )
        }
    }

    private func redeem(_ code: String) async throws -> Transaction {
        StoreKitSimulator.enterOfferCode(code)
        return try await AppStore.presentOfferCodeRedeemSheet(from: UIViewController()).payloadValue
    }

    @Test(arguments: [("GIFT", "coins"), ("FRIEND", "gold")])
    func `redeeming a code returns the transaction once`(code: String, product: String) async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        let redeemed = try await redeem(code)
        #expect(redeemed.productID == product && redeemed.offer?.type == .code && redeemed.price == 0)
        await redeemed.finish()
        // The next update is that of another redemption: this one is none.
        StoreKitSimulator.enterOfferCode(code == "GIFT" ? "FRIEND" : "GIFT")
        try await AppStore.presentOfferCodeRedeemSheet(in: UIWindowScene())
        #expect(await updates.next()?.unsafePayloadValue.productID != product)
        StoreKitSimulator.disconnect()
    }

    @Test func `a code that is used up is refused with the simulator's reason`() async throws {
        _ = try await redeem("GIFT")
        for code in ["GIFT", "NONE"] {
            await #expect { try await redeem(code) } throws: { error in
                if case .systemError(let reason) = error as? StoreKitError {
                    "\(reason)".contains("used up")
                } else {
                    false
                }
            }
        }
        StoreKitSimulator.disconnect()
    }

    @Test func `a redemption that waits is an update when it is allowed`() async throws {
        try await simulator.control(.patch, "/customers/ann", ["asksToBuy": true])
        await #expect { try await redeem("GIFT") } throws: { error in
            if case .userCancelled = error as? StoreKitError { true } else { false }
        }
        var updates = Transaction.updates.makeAsyncIterator()
        try await simulator.control(.post, "/pending/pending-1/complete")
        #expect(await updates.next()?.unsafePayloadValue.productID == "coins")
        StoreKitSimulator.disconnect()
    }

    @Test func `a simulator that does not answer is a network error`() async throws {
        simulator.isReachable = false
        await #expect { try await redeem("GIFT") } throws: { error in
            if case .networkError = error as? StoreKitError { true } else { false }
        }
        StoreKitSimulator.disconnect()
    }
}
