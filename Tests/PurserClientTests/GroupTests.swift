// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Testing

@testable import PurserClient

/// Seats and commitments, from the terms that the app states to the subscription that the server knows.
@Suite(.storeKit) struct GroupTests {
    static let year = "coffee.club.gold.yearly"

    /// Gold is sold by seats, the sixth and later ones cheaper; its year month by month.
    private static func sell(_ catalog: inout AppStoreSimulator.Catalog) {
        for place in catalog.products.indices {
            switch catalog.products[place].id.rawValue {
            case World.gold:
                catalog.products[place].subscription?.multiSeat = MultiSeatTerms(
                    priceTiers: [.init(minimumSeats: 6, price: PriceList(base: 7990))]
                )
            case year:
                catalog.products[place].subscription?.commitment = AppStoreSimulator.CommitmentTerms(
                    monthlyPrice: PriceList(base: 9990)
                )
            default: break
            }
        }
    }

    /// A world in which both are sold; Apple sells no commitments in the United States.
    private func world(in storefront: String = "USA") async throws -> World {
        let world = try await World(hearsApple: true, sells: Self.sell)
        try await world.control(.patch, "/customers/apple-anna", ["storefront": .string(storefront)])
        try await world.useAccount("apple-anna")
        return world
    }

    private func bought(_ result: PurchaseResult) throws -> Purchase { try #require(result.purchase) }

    @Test func `seats are stated, bought and added, and each order is for the total`() async throws {
        let world = try await world()
        let purser = await world.launch()
        let terms = try #require(try await purser.seatTerms(of: World.gold, seats: 8))
        #expect(terms.price == "$73.92" && terms.heldSeats == 0 && terms.addedSeats == 8 && terms.addedPrice == nil)
        #expect(
            terms.text
                == "$9.99 for each of the seats 1 to 5. $7.99 for each seat from seat 6 on. "
                + "8 seats: $73.92 every month, renewing until you cancel."
        )
        let first = try bought(try await purser.purchase(World.gold, options: terms.options))
        #expect(first.quantity == 8)
        #expect(try await purser.subscriptions().map(\.seats) == [8])
        try await world.advance(days: 15)
        let more = try #require(try await purser.seatTerms(of: World.gold, seats: 12))
        #expect(more.heldSeats == 8 && more.addedSeats == 4 && more.price == "$105.88")
        #expect(more.addedPrice == "$15.98")
        #expect(more.text.hasSuffix("Adding 4 seats costs about $15.98 now, for the rest of the current period."))
        let added = try bought(try await purser.purchase(World.gold, options: more.options))
        #expect(added.quantity == 4 && added.transaction != first.transaction)
        let subscription = try #require(try await purser.subscriptions().first)
        #expect(subscription.seats == 12 && subscription.renewalSeats == 12 && subscription.hasAccess)
        #expect(subscription.text(in: .english) == "12 seats.")
        await purser.runUntilIdle()
        #expect(try await world.orders().map(\.state) == ["finished", "finished"])
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `the code of the guides states the terms, and buys what the customer agrees to`() async throws {
        let world = try await world()
        let purser = await world.launch()
        var (stated, shown): ([String], [Int?]) = ([], [])
        func customerAgrees(to text: String) async -> Bool {
            stated.append(text)
            return true
        }
        func show(_ seats: Int?, _ text: String) { shown.append(seats) }
        // swift-format-ignore
        do {
            if let terms = try await purser.seatTerms(of: "coffee.club.gold.monthly", seats: 8), await customerAgrees(to: terms.text) {
                try await purser.purchase("coffee.club.gold.monthly", options: terms.options)
            }
            if let terms = try await purser.commitmentTerms(of: "coffee.club.gold.yearly"), await customerAgrees(to: terms.text) {
                try await purser.purchase("coffee.club.gold.yearly", options: terms.options)
            }
            for subscription in try await purser.subscriptions() { show(subscription.seats, subscription.text()) }
        }
        // swift-format-ignore
        do {
            if let terms = try await purser.seatTerms(of: "coffee.club.gold.monthly", seats: 12), await customerAgrees(to: terms.text) {
                try await purser.purchase("coffee.club.gold.monthly", options: terms.options)
            }
        }
        // The United States have no commitments.
        #expect(stated.count == 2 && shown == [8])
        #expect(try await purser.subscriptions().map(\.seats) == [12])
    }

    @Test func `fewer seats are chosen for the next renewal, and the terms say where`() async throws {
        let world = try await world()
        let purser = await world.launch()
        try await purser.purchase(World.gold, options: PurserClient.PurchaseOptions(seats: 8))
        let same = try #require(try await purser.seatTerms(of: World.gold, seats: 6))
        #expect(same.addedSeats == 0 && same.addedPrice == nil)
        #expect(same.additionText?.hasPrefix("You have 8 seats. Choose fewer") == true)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/seats", ["seats": 6])
        try await world.until("the server knows of fewer seats") {
            try await purser.subscriptions().first?.renewalSeats == 6
        }
        let subscription = try #require(try await purser.subscriptions().first)
        #expect(subscription.seats == 8)
        #expect(subscription.text(in: .english) == "8 seats, 6 from the next renewal on.")
        #expect(subscription.text(in: .simplifiedChinese) == "8个席位，下次续期起为6个。")
    }

    @Test func `terms are not stated while the App Store does not say which seats there are`() async throws {
        let world = try await world()
        let purser = await world.launch()
        try await purser.purchase(World.gold, options: PurserClient.PurchaseOptions(seats: 8))
        // Products are known, the device's purchases cannot be fetched.
        world.refuseDevice("/devices/apple-anna")
        let failure = await #expect(throws: PurserError.self) { try await purser.seatTerms(of: World.gold, seats: 12) }
        #expect(failure?.code == .storeFailed)
        world.refuseDevice(nil)
        #expect(try await purser.seatTerms(of: World.gold, seats: 12)?.heldSeats == 8)
    }

    @Test func `a commitment is stated, bought, and known with what is still owed`() async throws {
        let world = try await world(in: "DEU")
        let purser = await world.launch()
        let terms = try #require(try await purser.commitmentTerms(of: Self.year))
        #expect(terms.months == 12)
        #expect(terms.charges == "\(terms.monthlyPrice) every month for 12 months, \(terms.totalPrice) in total.")
        try await purser.purchase(Self.year, options: terms.options)
        let paid = try #require(await StoreKit.Transaction.latest(for: Self.year)).payloadValue
        let price = try #require(paid.price)
        #expect(paid.billingPlanType == .monthly && paid.commitmentInfo?.price == price * 12)
        let commitment = try #require(try await purser.subscriptions().first?.commitment)
        #expect(commitment.month == 1 && commitment.months == 12 && commitment.willRenew == true)
        #expect(commitment.remainingPrice?.milliunits == StoreProduct.milliunits(price * 11))
        try await world.control(
            .put,
            "/customers/apple-anna/subscriptions/\(World.club)/renewal",
            ["on": false]
        )
        try await world.until("the server knows of the cancellation") {
            try await purser.subscriptions().first?.commitment?.willRenew == false
        }
        let canceled = try #require(try await purser.subscriptions().first)
        #expect(canceled.hasAccess && canceled.text(in: .english).hasSuffix("It does not renew after that."))
        #expect(canceled.text(in: .simplifiedChinese).hasPrefix("第1个月，共12个月。"))
    }

    @Test func `what is not sold that way has no terms, and buying it fails`() async throws {
        let world = try await world()
        let purser = await world.launch()
        #expect(try await purser.seatTerms(of: World.silver, seats: 3) == nil)
        #expect(try await purser.seatTerms(of: World.gold, seats: 0) == nil)
        #expect(try await purser.commitmentTerms(of: World.gold) == nil)
        let unknown = await #expect(throws: PurserError.self) { try await purser.seatTerms(of: "tea", seats: 2) }
        #expect(unknown?.code == .unknownProduct)
        let seats = await #expect(throws: PurserError.self) {
            try await purser.purchase(World.silver, options: PurserClient.PurchaseOptions(seats: 3))
        }
        #expect(seats?.code == .transactionFailed && seats?.storeCode == SKError.paymentInvalid.rawValue)
        // In the United States.
        let monthly = await #expect(throws: PurserError.self) {
            try await purser.purchase(Self.year, options: PurserClient.PurchaseOptions(billingPlan: .monthly))
        }
        #expect(monthly?.code == .transactionFailed)
        #expect(try await purser.subscriptions().isEmpty)
    }

    @Test(arguments: [PurserClient.PurchaseOptions(seats: 2), PurserClient.PurchaseOptions(billingPlan: .monthly)])
    func `the original interface sells neither, and says so`(options: PurserClient.PurchaseOptions) async throws {
        let world = try await world(in: "DEU")
        let purser = await world.launch { $0.interface = .storeKit1 }
        let error = await #expect(throws: PurserError.self) {
            try await purser.purchase(options.seats == nil ? Self.year : World.gold, options: options)
        }
        #expect(error?.code == .transactionFailed)
        #expect(try await world.paid("apple-anna") == 0)
    }

    @Test func `the subscriptions are the customer's own, and need the server`() async throws {
        let world = try await world()
        let nobody = await world.launch(nil)
        let signedOut = await #expect(throws: PurserError.self) { try await nobody.subscriptions() }
        #expect(signedOut?.code == .notSignedIn)
        let purser = await world.launch()
        #expect(try await purser.subscriptions().isEmpty)
        try await purser.purchase(World.silver)
        let plain = try #require(try await purser.subscriptions().first)
        #expect(plain.product == World.silver && plain.seats == nil && plain.commitment == nil)
        #expect(plain.state == "subscribed" && plain.willRenew == true && plain.text(in: .english).isEmpty)
        let other = await world.launch("ben")
        #expect(try await other.subscriptions().isEmpty)
        world.line.decide { _ in .lost }
        let lost = await #expect(throws: PurserError.self) { try await purser.subscriptions() }
        #expect(lost?.code == .serverUnavailable)
    }

    private static let product = StoreProduct(
        id: "club",
        kind: StoreProduct.renewable,
        name: "Club",
        displayPrice: "$9.99",
        milliunits: 9990,
        currency: "USD",
        period: StorePeriod(unit: .month, count: 1),
        seatTiers: [
            StoreSeatTier(firstSeat: 1, lastSeat: 1, milliunits: 9990),
            StoreSeatTier(firstSeat: 2, lastSeat: 5, milliunits: 8990),
            StoreSeatTier(firstSeat: 6, milliunits: 5000),
        ],
        priceFormat: .init(code: "USD", locale: Locale(identifier: "en_US"))
    )

    @Test(arguments: [(1, 9990), (2, 18_980), (5, 45_950), (6, 50_950), (50, 270_950)])
    func `each seat costs the price of the tier that it falls into`(seats: Int, price: Int64) {
        #expect(Self.product.seatTiers.price(of: seats) == price)
    }

    @Test func `the terms are said in Chinese`() {
        let terms = SeatTerms(Self.product, seats: 6, held: 5, share: 0.25, in: .simplifiedChinese)
        #expect(
            terms.text == "第1个席位$9.99。第2至5个席位每个$8.99。第6个起每个$5.00。 6个席位：每月$50.95，自动续期，可随时取消。 "
                + "现在增加1个席位约需$1.25，用于当前订阅期的剩余时间。"
        )
        let commitment = CommitmentTerms(
            Self.product,
            StoreMonthlyPlan(milliunits: 9990, months: 12),
            in: .simplifiedChinese
        )
        #expect(commitment.text.hasPrefix("每月$9.99，共12个月，合计$119.88。"))
    }
}
