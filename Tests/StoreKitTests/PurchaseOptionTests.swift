// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Synchronization
import Testing

/// Each purchase option has an effect or throws.
@Suite(.storeKit) struct PurchaseOptionTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session { file in
            for place in file.subscriptionGroups[0].subscriptions.indices {
                switch file.subscriptionGroups[0].subscriptions[place].productID.rawValue {
                case Shop.gold:
                    file.subscriptionGroups[0].subscriptions[place].others["_purser"] = [
                        "multiSeat": ["invitationManagement": "APPLE"]
                    ]
                case Shop.goldYear:
                    file.subscriptionGroups[0].subscriptions[place].billingPlans = [
                        StoreKitFile.BillingPlan(billingPlanType: .monthly, displayPrice: "9.99")
                    ]
                default: break
                }
            }
        }
    }

    /// What a purchase shows of an option: with it and without it, this differs.
    private struct Trace: Equatable {
        var fields: [String?] = []
        var error = ""
        var sheets = 0
    }

    private static func trace(_ product: Product, _ options: Set<Product.PurchaseOption>) async -> Trace {
        var trace = Trace()
        let sheets = StoreKitSimulator.invitationSheets.count
        do {
            switch try await product.purchase(options: options) {
            case .success(let result):
                let bought = result.unsafePayloadValue
                trace.fields = [
                    bought.productID, bought.appAccountToken?.uuidString, "\(bought.purchasedQuantity)",
                    "\(String(describing: bought.offer))", "\(String(describing: bought.price))",
                    bought.billingPlanType?.rawValue, "\(bought.multiSeatInfo != nil)",
                    "\(Int(bought.purchaseDate.timeIntervalSinceNow / 3600))",
                ]
            case .pending: trace.fields = ["pending"]
            case .userCancelled: trace.fields = ["canceled"]
            @unknown default: trace.fields = ["unknown"]
            }
        } catch {
            trace.error = "\(type(of: error)).\(error)"
        }
        trace.sheets = StoreKitSimulator.invitationSheets.count - sheets
        return trace
    }

    /// The members of Apple's type, each with a product on which it shows, and with the options that are there anyway.
    private static let cases:
        [String: (product: String, options: [Product.PurchaseOption], besides: [Product.PurchaseOption])] = [
            "appAccountToken(_:)": (Shop.coins, [.appAccountToken(UUID())], []),
            "billingPlanType(_:)": (Shop.goldYear, [.billingPlanType(.monthly)], []),
            "codeOffer(referenceName:)": (Shop.gold, [.codeOffer(referenceName: "Friends")], []),
            "custom(key:value:)": (Shop.coins, [.custom(key: "gift", value: true)], []),
            "introductoryOfferEligibility(compactJWS:)": (
                Shop.silver, [.introductoryOfferEligibility(compactJWS: eligibility(false, product: Shop.silver))], []
            ),
            "multiSeatInvitationSheetSuppressed(_:)": (
                Shop.gold, [.multiSeatInvitationSheetSuppressed(true)], [.seats(2)]
            ),
            "onStorefrontChange(shouldContinuePurchase:)": (Shop.coins, [.onStorefrontChange { _ in false }], []),
            "promotionalOffer(_:compactJWS:)": (
                Shop.silver, Product.PurchaseOption.promotionalOffer("loyal", compactJWS: "a.b.c"), []
            ),
            "promotionalOffer(id:)": (Shop.silver, [.promotionalOffer(id: "loyal")], []),
            "promotionalOffer(offerID:keyID:nonce:signature:timestamp:)": (
                Shop.silver,
                [.promotionalOffer(offerID: "loyal", keyID: "", nonce: UUID(), signature: Data(), timestamp: 0)], []
            ),
            "promotionalOffer(offerID:signature:)": (
                Shop.silver,
                [
                    .promotionalOffer(
                        offerID: "loyal",
                        signature: .init(keyID: "", nonce: UUID(), timestamp: 0, signature: Data())
                    )
                ], []
            ),
            "purchaseDate(_:renewalBehavior:)": (Shop.coins, [.purchaseDate(Date(timeIntervalSinceNow: -864_000))], []),
            "quantity(_:)": (Shop.coins, [.quantity(3)], []),
            "seats(_:)": (Shop.gold, [.seats(3)], []),
            "simulatesAskToBuyInSandbox(_:)": (Shop.coins, [.simulatesAskToBuyInSandbox(true)], []),
        ]

    private static func eligibility(_ allows: Bool, product: String) -> String {
        let claims =
            #"{"aud":"introductory-offer-eligibility","productId":"\#(product)","allowIntroductoryOffer":\#(allows)}"#
        let part = { (text: String) in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        return part("{}") + "." + part(claims) + "." + part("signature")
    }

    @Test(arguments: cases.keys.sorted()) func `an option has an effect or throws`(member: String) async throws {
        let example = try #require(Self.cases[member])
        if member.hasPrefix("simulatesAskToBuy") {
            // Under a session it does nothing, as Apple's does; without one it is obeyed.
            try StoreKitSimulator.open(configuration: Shop.file)
        }
        let product = try await Shop.product(example.product)
        // The product was loaded before the storefront changed.
        if member.hasPrefix("onStorefrontChange") { session.storefront = "DEU" }
        let with = await Self.trace(product, Set(example.options + example.besides))
        // Each is the first purchase of all.
        session.clearTransactions()
        let without = await Self.trace(product, Set(example.besides))
        #expect(with != without, "\(with)")
        StoreKitSimulator.disconnect()
    }

    @Test func `the options above are all that Apple documents`() throws {
        let apple = try Surface.lines("StoreKit").map(\.0).filter { $0.hasPrefix("Product.PurchaseOption.") }
            .map { String($0.dropFirst("Product.PurchaseOption.".count)) }
            .filter { $0.hasSuffix(")") && !$0.hasPrefix("==") && !$0.hasPrefix("hash(") }
        // Shown by the tests of win-back offers, which need a subscription that has ended.
        let elsewhere: Set<String> = ["winBackOffer(_:)"]
        #expect(Set(apple).subtracting(elsewhere).subtracting(Self.cases.keys).sorted().isEmpty)
    }

    @Test(arguments: [true, false])
    func `the App Store asks whom to invite to its seats, unless the app keeps it from it`(
        isSuppressed: Bool
    ) async throws {
        try await Shop.buy(Shop.gold, options: [.seats(2), .multiSeatInvitationSheetSuppressed(isSuppressed)])
        #expect(StoreKitSimulator.invitationSheets == (isSuppressed ? [] : [Shop.club]))
        try await AppStore.presentMultiSeatInvitationSheet(from: UIViewController(), subscriptionGroupID: Shop.club)
        #expect(StoreKitSimulator.invitationSheets.last == Shop.club)
    }

    @Test func `a custom option with a key that stands for nothing is unsupported`() async throws {
        for option in [
            Product.PurchaseOption.custom(key: "gift", value: "yes"), .custom(key: "gift", value: 1.5),
            .custom(key: "gift", value: true), .custom(key: "gift", value: Data([1])),
        ] {
            await #expect { try await Shop.buy(Shop.coins, options: [option]) } throws: { error in
                if case StoreKitError.unsupported = error { true } else { false }
            }
        }
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `an offer together with monthly billing throws`() async throws {
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await Shop.buy(Shop.goldYear, options: [.billingPlanType(.monthly), .promotionalOffer(id: "loyal")])
        }
    }
}
