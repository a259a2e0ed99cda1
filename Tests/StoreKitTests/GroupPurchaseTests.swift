// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Seats for a group, and a year that is paid month by month.
@Suite(.storeKit) struct GroupPurchaseTests {
    let session: SKTestSession

    init() throws {
        session = try Self.session()
    }

    private static func session() throws -> SKTestSession {
        try Shop.session { file in
            file.others["_purser"] = [
                "bundles": [
                    [
                        "productID": .string(bundle), "displayPrice": "11.99", "members": [.string(Shop.silver)],
                        "partners": [
                            [
                                "productID": "maps.monthly", "developer": "Maps Ltd", "displayName": "Maps",
                                "displayPrice": "4.99",
                            ]
                        ],
                    ]
                ]
            ]
            for group in file.subscriptionGroups.indices {
                for place in file.subscriptionGroups[group].subscriptions.indices {
                    let id = file.subscriptionGroups[group].subscriptions[place].productID.rawValue
                    if id == Shop.gold {
                        file.subscriptionGroups[group].subscriptions[place].displayPrice = "9.99"
                        file.subscriptionGroups[group].subscriptions[place].others["_purser"] = [
                            "multiSeat": [
                                "invitationManagement": "DEVELOPER",
                                "priceTiers": [["minimumSeats": 6, "displayPrice": "7.99"]],
                            ]
                        ]
                    }
                    if id == Shop.goldYear {
                        file.subscriptionGroups[group].subscriptions[place].billingPlans = [
                            StoreKitFile.BillingPlan(billingPlanType: .monthly, displayPrice: "9.99")
                        ]
                    }
                }
            }
        }
    }

    private static let bundle = "shop.bundle"

    @Test func `a bundle lists its subscriptions, those of other developers too`() async throws {
        let bundle = try await Shop.product(Self.bundle)
        #expect(bundle.type == .subscriptionBundle)
        let silver = try await Shop.product(Shop.silver)
        let listed = try #require(bundle.subscription?.bundledSubscriptions)
        #expect(listed.map(\.id) == [Shop.silver, "maps.monthly"])
        #expect(listed[0].displayName == silver.displayName && listed[0].price == silver.price)
        #expect(listed[0].subscriptionGroupID == silver.subscription?.subscriptionGroupID)
        #expect(listed[1].displayName == "Maps" && listed[1].displayPrice == "$4.99")
        #expect(silver.subscription?.bundledSubscriptions.isEmpty == true)
    }

    @Test func `buying a bundle gives the transaction of what it brings`() async throws {
        let bought = try await Shop.buy(Self.bundle)
        #expect(bought.productID == Shop.silver && bought.bundleProductID == Self.bundle)
        let all = try await all(Transaction.all).map(\.unsafePayloadValue)
        #expect(all.map(\.productID) == [Shop.silver])
    }

    @Test func `a product that is sold to groups says what its seats cost`() async throws {
        let gold = try await Shop.product(Shop.gold)
        #expect(gold.supportsMultiSeatPurchase)
        let terms = try #require(gold.subscription?.pricingTerms)
        let tiers = terms.compactMap { terms -> Product.SubscriptionInfo.PricingTerms.SeatBasedPricing? in
            if case .seatBased(let pricing) = terms.pricingModel { pricing } else { nil }
        }.first?.priceTiers
        #expect(tiers?.map(\.minimumSeats) == [1, 6] && tiers?.map(\.maximumSeats) == [5, nil])
        #expect(tiers?.map { "\($0.billingInfo.price)" } == ["9.99", "7.99"])
        #expect(try await !Shop.product(Shop.silver).supportsMultiSeatPurchase)
    }

    @Test func `seats are bought for a group, and more of them later`() async throws {
        let bought = try await Shop.buy(Shop.gold, options: [.seats(8)])
        #expect(bought.purchasedQuantity == 8 && bought.price == Decimal(string: "9.24"))
        #expect(bought.multiSeatInfo?.invitationManagement == .developer)
        #expect(bought.multiSeatInfo?.priceTiers.reduce(0) { $0 + $1.quantity } == 8)
        #expect(bought.additionalTransactionReason == nil && bought.ownershipType == .purchased)
        let added = try await Shop.buy(Shop.gold, options: [.seats(12), .multiSeatInvitationSheetSuppressed(true)])
        #expect(added.purchasedQuantity == 4 && added.additionalTransactionReason == .seatAddition)
        #expect(added.originalID == bought.originalID && added.expirationDate == bought.expirationDate)
        let status = try #require(try await gold().subscription?.status.first)
        #expect(try status.renewalInfo.payloadValue.renewalQuantity == 12)
        let entitlements = try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id)
        #expect(entitlements.contains(added.id))
    }

    private func gold() async throws -> Product { try await Shop.product(Shop.gold) }

    @Test(arguments: [(Shop.silver, 2), (Shop.gold, 0), (Shop.coins, 2)])
    func `seats of what is not sold to groups, and none at all, are an invalid quantity`(
        product: String,
        seats: Int
    ) async throws {
        await #expect { try await Shop.buy(product, options: [.seats(seats)]) } throws: { error in
            if case Product.PurchaseError.invalidQuantity = error { true } else { false }
        }
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `a year is bought month by month with a commitment`() async throws {
        let terms = try #require(try await Shop.product(Shop.goldYear).subscription?.pricingTerms)
        #expect(terms.map(\.billingPlanType) == [.upFront, .monthly])
        let monthly = terms[1]
        #expect(monthly.billingPeriod == .monthly && monthly.billingPrice == Decimal(string: "9.99"))
        #expect(
            monthly.commitmentInfo.price == Decimal(string: "119.88") && monthly.commitmentInfo.period == .yearly
        )
        let bought = try await Shop.buy(Shop.goldYear, options: [.billingPlanType(.monthly)])
        #expect(bought.billingPlanType == .monthly && bought.price == Decimal(string: "9.99"))
        #expect(bought.commitmentInfo?.billingPeriodNumber == 1 && bought.commitmentInfo?.totalBillingPeriods == 12)
        let status = try #require(try await Shop.product(Shop.goldYear).subscription?.status.first)
        let info = try status.renewalInfo.payloadValue
        #expect(info.willAutoRenew && info.commitmentInfo?.willAutoRenew == true)
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        let canceled = try #require(try await Shop.product(Shop.goldYear).subscription?.status.first)
        let after = try canceled.renewalInfo.payloadValue
        #expect(after.willAutoRenew && after.commitmentInfo?.willAutoRenew == false)
    }
}
