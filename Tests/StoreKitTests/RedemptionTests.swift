// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Offer codes that the customer types into the app's sheet.
@Suite(.storeKit) struct RedemptionTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session { file in
            for place in file.products.indices {
                file.products[place].others["codeOffers"] = [
                    ["referenceName": "Gift", "paymentMode": "free"],
                    ["referenceName": .string("Half \(file.products[place].productID)"), "displayPrice": "0.49"],
                ]
            }
            file.nonRenewingSubscriptions[0].others["codeOffers"] = [["referenceName": "Rain", "displayPrice": "9.99"]]
        }
    }

    @MainActor private func redeem(_ code: String?) async throws -> Transaction {
        StoreKitSimulator.enterOfferCode(code)
        let result = try await AppStore.presentOfferCodeRedeemSheet(from: UIViewController())
        return try result.payloadValue
    }

    @Test(arguments: [
        ("Half \(Shop.coins)", Shop.coins, "0.49"), ("\(Shop.lamp)/Gift", Shop.lamp, "0"),
        ("Rain", Shop.season, "9.99"), ("Friends", Shop.gold, "0"),
    ])
    func `redeeming a code of each type returns the transaction`(
        code: String,
        product: String,
        price: String
    ) async throws {
        let redeemed = try await redeem(code)
        #expect(redeemed.productID == product && redeemed.price == Decimal(string: price))
        #expect(redeemed.offer?.type == .code)
        #expect(redeemed.offer?.paymentMode == (product == Shop.gold ? .freeTrial : .oneTime))
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id) == [redeemed.id])
    }

    @Test func `a redeemed transaction comes as an update only when it is not finished before the next launch`()
        async throws
    {
        var updates = Transaction.updates.makeAsyncIterator()
        let gift = try await redeem("\(Shop.coins)/Gift")
        await gift.finish()
        let half = try await redeem("Half \(Shop.coins)")
        let lamp = try await session.buyProduct(identifier: Shop.lamp)
        #expect(await updates.next()?.unsafePayloadValue.id == lamp.id)
        await lamp.finish()
        StoreKitSimulator.relaunch()
        var later = Transaction.updates.makeAsyncIterator()
        #expect(await later.next()?.unsafePayloadValue.id == half.id)
    }

    @Test func `a redemption that a parent must allow comes as an update when it is allowed`() async throws {
        session.askToBuyEnabled = true
        await #expect { try await redeem("Half \(Shop.coins)") } throws: { $0.isCancellation }
        var updates = Transaction.updates.makeAsyncIterator()
        let waiting = try #require(session.allTransactions().first)
        #expect(waiting.pendingAskToBuyConfirmation)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        let redeemed = try #require(await updates.next()).payloadValue
        #expect(redeemed.productID == Shop.coins && redeemed.price == Decimal(string: "0.49"))
    }

    @Test func `a sheet that is closed without a code throws`() async throws {
        await #expect { try await redeem(nil) } throws: { $0.isCancellation }
        // A code is typed into one sheet.
        _ = try await redeem("Half \(Shop.coins)")
        await #expect { try await redeem(nil) } throws: { $0.isCancellation }
    }

    @Test(arguments: ["Unknown", "Gift"])
    func `a code that is not there, or that several products have, is refused by the store`(code: String) async throws {
        await #expect { try await redeem(code) } throws: { error in
            if case StoreKitError.systemError(let reason) = error { "\(reason)".contains(code) } else { false }
        }
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `a subscriber may not redeem a code that is for others`() async throws {
        try await Shop.buy(Shop.gold)
        await #expect { try await redeem("Friends") } throws: { error in
            if case StoreKitError.systemError = error { true } else { false }
        }
    }

    @Test func `a failure that a test simulates is thrown before the code is typed`() async throws {
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .offerCodeRedeem)
        await #expect { try await redeem("Rain") } throws: { error in
            if case StoreKitError.notEntitled = error { true } else { false }
        }
        try await session.setSimulatedError(nil, forAPI: .offerCodeRedeem)
        let redeemed = try await AppStore.presentOfferCodeRedeemSheet(from: UIViewController(), options: [])
        #expect(try redeemed.payloadValue.productID == Shop.season)
    }

    @Test func `the older sheet returns nothing, and its transaction is an update`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        StoreKitSimulator.enterOfferCode("Rain")
        try await AppStore.presentOfferCodeRedeemSheet(in: UIWindowScene())
        #expect(await updates.next()?.unsafePayloadValue.productID == Shop.season)
        try await AppStore.presentOfferCodeRedeemSheet(in: UIWindowScene())
        #expect(try await all(Transaction.all).count == 1)
    }

    @Test func `the original interface gives its observers what was redeemed`() async throws {
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        StoreKitSimulator.enterOfferCode("Rain")
        SKPaymentQueue.default().presentCodeRedemptionSheet()
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought.payment.productIdentifier == Shop.season)
    }

    @Test func `a test buys with the offer for codes of a product that does not renew`() async throws {
        let season = try await session.buyProduct(identifier: Shop.season, options: [.codeOffer(referenceName: "Rain")])
        #expect(season.price == Decimal(string: "9.99") && season.offer?.paymentMode == .oneTime)
    }
}

extension Error {
    fileprivate var isCancellation: Bool {
        if case .userCancelled = self as? StoreKitError { true } else { false }
    }
}
