// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Each row of Apple's table of life-cycle events, brought about by what somebody does.
@Suite struct EventTableTests {
    let grace = SimulatorSettings(production: EnvironmentSettings(grace: GracePeriod(days: 16)))

    @Test func `a first subscription`() throws {
        var store = try Store.withAlice()
        #expect(try store.notifications { try $0.buy("gold") } == ["SUBSCRIBED.INITIAL_BUY"])
        #expect(store.lastStatus == .active)
    }

    @Test func `a subscription of the group again after the last one ended`() throws {
        var store = try Store.lapsed()
        #expect(try store.notifications { try $0.buy("gold") } == ["SUBSCRIBED.RESUBSCRIBE"])
        let ids = Set(store.history.transactions.map(\.transaction.originalTransactionId))
        #expect(ids.count == 1)
    }

    @Test(arguments: ["promotional", "winBack"])
    func `an offer on a lapsed subscription`(kind: String) throws {
        var store = try Store.lapsed()
        let offer: PurchaseOptions.Offer =
            kind == "winBack" ? .winBack("back") : .promotional("half", signatureIsValid: true)
        let labels = try store.notifications { try $0.buy("silver.plus", PurchaseOptions(offer: offer)) }
        #expect(labels == ["SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.history.transactions.last?.transaction.offerType == (kind == "winBack" ? .winBack : .promotional))
    }

    @Test func `an offer code on a lapsed subscription`() throws {
        var store = try Store.lapsed()
        try store.perform(.addOfferCode("SAVE", product: "silver.plus", offer: "code", redemptions: 1))
        let labels = try store.notifications {
            try $0.perform(.redeem("alice", code: "SAVE", options: PurchaseOptions()))
        }
        #expect(labels == ["SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.lastStatus == .active)
    }

    @Test func `a member of the family gains, loses and gains again`() throws {
        var store = try FamilyTests.family()
        #expect(try store.notifications { try $0.buy("gold") } == ["SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY"])
        let lost = try store.notifications { try $0.perform(.leaveFamily("bob")) }
        #expect(lost == ["REVOKE"])
        let last = try #require(store.history.notifications.last?.transaction)
        #expect(last.inAppOwnershipType == .familyShared)
        #expect(last.revocationType == .familyRevoke)
        #expect(store.lastStatus == .revoked)
        #expect(
            try store.notifications { try $0.perform(.joinFamily("bob", "smith")) } == ["SUBSCRIBED.RESUBSCRIBE"]
        )
    }

    @Test func `a renewal`() throws {
        var store = try Store.subscribed()
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
        #expect(store.lastStatus == .active)
    }

    @Test func `an offer code for a first subscription`() throws {
        var store = try Store.withAlice()
        try store.perform(.addOfferCode("SAVE", product: "silver.plus", offer: "code", redemptions: 1))
        let labels = try store.notifications {
            try $0.perform(.redeem("alice", code: "SAVE", options: PurchaseOptions()))
        }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY"])
        #expect(store.history.transactions.last?.transaction.offerType == .offerCode)
        #expect(throws: SimulatorError.self) {
            try store.perform(.redeem("alice", code: "SAVE", options: PurchaseOptions()))
        }
    }

    @Test func `a trial that becomes paid is a renewal`() throws {
        var store = try Store.subscribed(to: "gold")
        #expect(store.notifications { $0.advance(to: .day(2026, 1, 27)) } == ["DID_RENEW"])
    }

    @Test func `a renewal that succeeds in retry or in grace`() throws {
        for settings in [SimulatorSettings(), grace] {
            var store = try Store.subscribed(settings: settings)
            try store.perform(.changeCustomer("alice", .payment(.fails)))
            store.advance(to: .day(2026, 2, 22))
            let labels = try store.notifications { try $0.perform(.changeCustomer("alice", .payment(.works))) }
            #expect(labels == ["DID_RENEW.BILLING_RECOVERY"])
            #expect(store.lastStatus == .active)
        }
    }

    @Test(arguments: [("silver.plus", "gold"), ("silver.plus", "silver"), ("weekly", "silver.year")])
    func `an upgrade, and a crossgrade of the same length, begin at once`(from: String, to: String) throws {
        var store = try Store.subscribed(to: ProductID(rawValue: from))
        let labels = try store.notifications { try $0.buy(ProductID(rawValue: to)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.UPGRADE"])
        let last = try #require(store.history.notifications.last?.transaction)
        #expect(last.productId.rawValue == to)
        #expect(last.transactionReason == .purchase)
        #expect(store.history.transactions.contains { $0.transaction.isUpgraded == true })
    }

    @Test(arguments: [("gold", "silver"), ("silver.plus", "silver.year")])
    func `a downgrade, and a crossgrade of another length, begin with the renewal`(from: String, to: String) throws {
        var store = try Store.subscribed(to: ProductID(rawValue: from))
        let labels = try store.notifications { try $0.buy(ProductID(rawValue: to)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
        #expect(store.history.renewalInfos.last?.renewalInfo.autoRenewProductId?.rawValue == to)
        let renewal = store.notifications { $0.advance(to: .day(2026, 2, 20)) }
        #expect(renewal.first == "DID_RENEW")
        let transaction = store.history.notifications.first { $0.label == "DID_RENEW" }?.transaction
        #expect(transaction?.productId.rawValue == to)
        #expect(transaction?.transactionReason == .renewal)
    }

    @Test func `a downgrade that is withdrawn`() throws {
        var store = try Store.subscribed(to: "silver.plus")
        try store.buy("weekly")
        #expect(try store.notifications { try $0.buy("silver.plus") } == ["DID_CHANGE_RENEWAL_PREF"])
        #expect(store.history.renewalInfos.last?.renewalInfo.autoRenewProductId == "silver.plus")
    }

    @Test func `renewal turned off and on again`() throws {
        var store = try Store.subscribed()
        let off = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: false)) }
        #expect(off == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
        #expect(store.lastStatus == .active)
        let on = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: true)) }
        #expect(on == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED"])
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
    }

    @Test func `buying the product whose renewal is off turns it on`() throws {
        var store = try Store.subscribed()
        try store.perform(.setRenewal("alice", group: "group", on: false))
        let labels = try store.notifications { try $0.buy("silver.plus") }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED"])
    }

    @Test func `a cancellation because of a price increase`() throws {
        var store = try Store.subscribed()
        try store.perform(.changePrice("silver.plus", PriceList(base: 19_990), preservesExisting: false))
        let labels = try store.notifications {
            try $0.perform(.answerPriceIncrease("alice", group: "group", agrees: false))
        }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["EXPIRED.PRICE_INCREASE"])
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .priceIncreaseNotConsented)
    }

    @Test func `an offer redeemed by a subscriber of the same product`() throws {
        var store = try Store.subscribed()
        let labels = try store.notifications {
            try $0.buy("silver.plus", PurchaseOptions(offer: .promotional("half", signatureIsValid: true)))
        }
        #expect(labels == ["OFFER_REDEEMED"])
        #expect(store.history.renewalInfos.last?.renewalInfo.offerType == .promotional)
        #expect(store.history.renewalInfos.last?.renewalInfo.offerPeriod == "P2M")
        store.advance(to: .day(2026, 4, 20))
        #expect(store.history.transactions.map(\.transaction.price) == [5990, 2995, 2995, 5990])
    }

    @Test(arguments: [("silver.plus", "gold", "UPGRADE"), ("gold", "silver.plus", "DOWNGRADE")])
    func `an offer redeemed with a change of plan`(from: String, to: String, subtype: String) throws {
        var store = try Store.subscribed(to: ProductID(rawValue: from))
        let labels = try store.notifications {
            try $0.buy(
                ProductID(rawValue: to),
                PurchaseOptions(offer: .promotional("half", signatureIsValid: true))
            )
        }
        #expect(labels == ["OFFER_REDEEMED.\(subtype)"])
    }

    @Test func `a failed payment without grace, retried in vain`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_FAIL_TO_RENEW"])
        #expect(store.lastStatus == .billingRetry)
        #expect(store.history.renewalInfos.last?.renewalInfo.isInBillingRetryPeriod == true)
        #expect(store.notifications { $0.advance(to: .day(2026, 4, 20)) }.isEmpty)
        #expect(store.notifications { $0.advance(to: .day(2026, 4, 21)) } == ["EXPIRED.BILLING_RETRY"])
        #expect(store.lastStatus == .expired)
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .billingError)
    }

    @Test func `a failed payment with grace, lost in the end`() throws {
        var store = try Store.subscribed(settings: grace)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_FAIL_TO_RENEW.GRACE_PERIOD"])
        #expect(store.lastStatus == .billingGracePeriod)
        #expect(store.history.renewalInfos.last?.renewalInfo.gracePeriodExpiresDate == .day(2026, 3, 8))
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 8)) } == ["GRACE_PERIOD_EXPIRED"])
        #expect(store.lastStatus == .billingRetry)
        #expect(store.notifications { $0.advance(to: .day(2026, 5, 1)) } == ["EXPIRED.BILLING_RETRY"])
    }

    @Test func `the end after the customer turned renewal off`() throws {
        var store = try Store.subscribed()
        try store.perform(.setRenewal("alice", group: "group", on: false))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["EXPIRED.VOLUNTARY"])
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .canceled)
    }

    @Test func `the end because no one agreed to the price`() throws {
        var store = try Store.subscribed()
        let asked = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 19_990), preservesExisting: false))
        }
        #expect(asked == ["PRICE_INCREASE.PENDING"])
        let labels = store.notifications { $0.advance(to: .day(2026, 4, 20)) }
        #expect(labels == ["EXPIRED.PRICE_INCREASE"])
    }

    @Test func `the end because the product was withdrawn`() throws {
        var store = try Store.subscribed()
        try store.perform(.setForSale("silver.plus", false))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["EXPIRED.PRODUCT_NOT_FOR_SALE"])
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .productUnavailable)
    }

    @Test func `the end for another reason`() throws {
        var store = try Store.subscribed()
        try store.perform(.deleteAccount("alice"))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["EXPIRED"])
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .other)
    }

    @Test func `a price increase the customer agrees to`() throws {
        var store = try Store.subscribed()
        try store.perform(.changePrice("silver.plus", PriceList(base: 19_990), preservesExisting: false))
        #expect(store.history.renewalInfos.last?.renewalInfo.priceIncreaseStatus == .pending)
        let labels = try store.notifications {
            try $0.perform(.answerPriceIncrease("alice", group: "group", agrees: true))
        }
        #expect(labels == ["PRICE_INCREASE.ACCEPTED"])
        store.advance(to: .day(2026, 4, 1))
        #expect(store.history.transactions.last?.transaction.price == 19_990)
    }

    @Test func `a price increase that needs no consent`() throws {
        var store = try Store.subscribed()
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 6990), preservesExisting: false))
        }
        #expect(labels == ["PRICE_INCREASE.ACCEPTED"])
        store.advance(to: .day(2026, 3, 20))
        #expect(store.history.transactions.map(\.transaction.price) == [5990, 6990, 6990])
    }

    @Test func `a preserved price tells no one and changes nothing`() throws {
        var store = try Store.subscribed()
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 19_990), preservesExisting: true))
            $0.advance(to: .day(2026, 2, 20))
        }
        #expect(labels == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.price == 5990)
    }

    @Test func `a renewal date extended`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.originalTransactionId)
        let labels = try store.notifications {
            try $0.perform(.extendRenewal(id, days: 10, reason: 1, request: "r"))
        }
        #expect(labels == ["RENEWAL_EXTENDED"])
        #expect(store.history.transactions.last?.transaction.expiresDate == .day(2026, 3, 2))
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 1)) }.isEmpty)
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 2)) } == ["DID_RENEW"])
    }

    @Test func `many renewal dates extended, with failures and a summary`() throws {
        var store = try Store.subscribed()
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.buy("silver.plus", by: "bob", PurchaseOptions())
        try store.perform(.addCustomer(CustomerProfile(id: "carol", payment: .fails)))
        try store.perform(.changeCustomer("carol", .payment(.works)))
        try store.buy("silver.plus", by: "carol", PurchaseOptions())
        try store.perform(.changeCustomer("carol", .payment(.fails)))
        store.advance(to: .day(2026, 2, 20, hour: 1))
        let labels = try store.notifications {
            try $0.perform(.extendAllRenewals(.sample(days: 5)))
            $0.advance(to: .day(2026, 2, 20, hour: 2))
        }
        #expect(
            labels == [
                "RENEWAL_EXTENDED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.FAILURE", "RENEWAL_EXTENSION.SUMMARY",
            ]
        )
        let summary = try #require(store.history.notifications.last?.summary)
        #expect(summary.succeededCount == 2)
        #expect(summary.failedCount == 1)
        let state = store.store.massExtension(request: "request", product: "silver.plus", in: .production)
        #expect(state?.completeDate != nil)
    }

    @Test(arguments: ["coins", "lifetime", "season"])
    func `a purchase that does not renew`(product: String) throws {
        var store = try Store.withAlice()
        #expect(try store.notifications { try $0.buy(ProductID(rawValue: product)) } == ["ONE_TIME_CHARGE"])
    }

    @Test func `a test notification`() throws {
        var store = try Store.withAlice()
        let labels = try store.notifications {
            try $0.perform(.requestTestNotification(app: "com.example.app", environment: .sandbox))
        }
        #expect(labels == ["TEST"])
        #expect(store.history.notifications.last?.appAppleID == nil)
    }

    @Test func `an external purchase token: made, not reported, then reminded of`() throws {
        var store = try Store.withAlice()
        guard
            case .externalPurchase(let token) = try store.perform(
                .beginExternalPurchase("alice", app: "com.example.app")
            )
        else { return #expect(Bool(false), "a token is expected") }
        store.advance(to: .day(2026, 2, 20))
        try store.perform(.reportExternalPurchase(token: token.externalPurchaseId))
        store.advance(to: .day(2026, 3, 20))
        #expect(
            store.labels == [
                "EXTERNAL_PURCHASE_TOKEN.CREATED", "EXTERNAL_PURCHASE_TOKEN.UNREPORTED",
                "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER",
            ]
        )
    }

    @Test func `a parent who withdraws the consent`() throws {
        var store = try Store.withAlice()
        let labels = try store.notifications { try $0.perform(.rescindConsent("alice", app: "com.example.app")) }
        #expect(labels == ["RESCIND_CONSENT"])
        #expect(store.history.notifications.last?.appTransaction?.bundleId == "com.example.app")
    }

    @Test func `changes through the Advanced Commerce API`() throws {
        var store = try Store.subscribed()
        try store.perform(.setGeneric("gold", true))
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        let labels = try store.notifications {
            try $0.perform(.changeAdvancedCommerce(id, .migration(.sample(to: "gold"))))
            try $0.perform(.changeAdvancedCommerce(id, .metadata(.sample(displayName: "Evening"))))
            try $0.perform(.changeAdvancedCommerce(id, .price(.sample(["course": 7990]))))
        }
        #expect(labels == ["MIGRATION", "METADATA_UPDATE", "PRICE_CHANGE"])
        let info = try #require(store.history.renewalInfos.last?.renewalInfo)
        #expect(info.renewalPrice == 7990)
        #expect(info.advancedCommerceInfo?.items?.map(\.displayName) == ["Evening"])
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.productId == "gold")
        #expect(store.history.transactions.last?.transaction.price == 7990)
    }
}

extension MassExtension {
    static func sample(days: Int) -> MassExtension {
        MassExtension(
            request: "request",
            product: "silver.plus",
            environment: .production,
            days: days,
            reason: 3
        )
    }
}
