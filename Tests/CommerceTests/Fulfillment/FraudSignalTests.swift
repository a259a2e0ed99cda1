// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Patterns in a customer's purchases that a person should review.
@Suite struct FraudSignalTests {
    /// An account with as many purchases, each changed by its number from 1.
    private static func account(
        _ count: Int,
        isProven: Bool = true,
        _ change: (Int, inout Transaction) -> Void = { _, _ in }
    ) -> CustomerAccount {
        var facts: [Fact] = []
        for number in 0..<count {
            var purchases = PurchaseHistory(lineage: OriginalTransactionID(rawValue: "\(number + 1)"))
            purchases.transaction(nil, "forever", from: .at("01-01")) { change(number + 1, &$0) }
            let claim = Claim(lineage: purchases.lineage, customer: "anna", basis: .session, isProven: isProven)
            purchases.command(.claim(claim), at: .at("01-01"))
            facts += purchases.facts
        }
        return CustomerAccount(customer: "anna", catalogs: [.reader], facts: facts)
    }

    private static func signals(_ account: CustomerAccount, tokens: Int = 0, quantities: Int = 0) -> FraudSignals {
        FraudSignals(account, tokenMismatches: tokens, quantityMismatches: quantities, asOf: .at("02-01"))
    }

    @Test(arguments: [(2, 2, []), (3, 3, ["many-storefronts"]), (6, 3, ["many-storefronts"]), (6, 2, [])])
    func `purchases in three storefronts are a signal`(count: Int, storefronts: Int, expected: [String]) {
        let countries: [StorefrontCountryCode] = ["USA", "DEU", "JPN"]
        let found = Self.signals(Self.account(count) { $1.storefront = countries[$0 % storefronts] })
        #expect(found.signals == expected && found.storefronts == countries.prefix(storefronts).sorted())
    }

    @Test(arguments: [(2, 2, []), (3, 3, ["many-apple-accounts"]), (6, 2, [])])
    func `purchases by three downloads of the app are a signal`(count: Int, downloads: Int, expected: [String]) {
        let found = Self.signals(
            Self.account(count) { $1.appTransactionID = AppTransactionID(rawValue: "\($0 % downloads)") }
        )
        #expect(found.signals == expected && found.appDownloads == downloads)
    }

    @Test(arguments: [(9, []), (10, ["many-devices"]), (11, ["many-devices"])])
    func `ten devices are a signal`(count: Int, expected: [String]) {
        var purchases = PurchaseHistory()
        for number in 0..<count {
            let device = DeviceRegistration(customer: "anna", device: DeviceID(rawValue: "\(number)"))
            purchases.command(.device(device), at: .at("01-01") + Double(number))
        }
        let found = Self.signals(CustomerAccount(customer: "anna", catalogs: [.reader], facts: purchases.facts))
        #expect(found.signals == expected && found.devices == count)
    }

    @Test(arguments: [(0, 0, []), (1, 0, ["token-mismatch"]), (0, 1, ["quantity-mismatch"])])
    func `one purchase for another order is a signal`(tokens: Int, quantities: Int, expected: [String]) {
        #expect(Self.signals(Self.account(1), tokens: tokens, quantities: quantities).signals == expected)
    }

    @Test func `what others may have attached to a customer is counted apart and is not a signal`() {
        let countries: [StorefrontCountryCode] = ["USA", "DEU", "JPN"]
        let account = Self.account(3, isProven: false) { number, transaction in
            transaction.storefront = countries[number % 3]
            transaction.appTransactionID = AppTransactionID(rawValue: "\(number)")
            if number < 3 { transaction.revocation = Revocation(date: .at("01-10"), type: .refundFull) }
        }
        let found = Self.signals(account)
        #expect(found.unprovenPurchases == 3 && found.unprovenRefunds == 2 && found.signals.isEmpty)
        #expect(found.purchases == 0 && found.refunds == 0 && found.storefronts.isEmpty && found.appDownloads == 0)
    }

    @Test func `the end of Family Sharing is not a refund`() {
        let account = Self.account(3) { _, transaction in
            transaction.ownership = .familyShared
            transaction.revocation = Revocation(date: .at("01-10"), type: .familyRevoke)
        }
        #expect(Self.signals(account).refunds == 0 && Self.signals(account).signals.isEmpty)
    }

    @Test func `each signal has one event`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.order("o2", "gems", token: ArrivalScenario.second)
        for _ in 0..<2 { world.process(FulfillmentTests.bought().facts, .shown(order: "o2")) }
        world.perform([])
        world.process([], .shown(order: "o2"))
        let signals = world.events.compactMap { event -> String? in
            guard case .fraudSignal(let signal) = event.kind else { return nil }
            return signal
        }
        #expect(signals == ["token-mismatch"])
    }
}
