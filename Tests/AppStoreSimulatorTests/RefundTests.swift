// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct RefundTests {
    @Test func `a refund asked for in the app turns renewal off and is granted`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        let labels = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .unintendedPurchase, inApp: true))
            $0.advance(to: .day(2026, 1, 22))
        }
        #expect(labels == ["CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "REFUND"])
        #expect(store.lastStatus == .revoked)
        let refunded = try #require(store.history.transactions.last?.transaction)
        #expect(refunded.revocationDate == .day(2026, 1, 22))
        #expect(refunded.revocationType == .refundFull)
        #expect(store.notifications { $0.advance(to: .day(2026, 6, 1)) }.isEmpty)
    }

    @Test func `a refund asked for in the app with a vague reason is declined`() throws {
        var store = try Store.withAlice()
        let id = try store.buy("coins").transactionId
        let labels = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .other, inApp: true))
            $0.advance(to: .day(2026, 1, 23))
        }
        #expect(labels == ["CONSUMPTION_REQUEST", "REFUND_DECLINED"])
    }

    @Test func `a non-consumable is refunded without asking the server`() throws {
        var store = try Store.withAlice()
        let id = try store.buy("lifetime").transactionId
        let labels = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .legal, inApp: false))
            $0.advance(to: .day(2026, 1, 23))
        }
        #expect(labels == ["REFUND"])
        #expect(try store.buy("lifetime").transactionId != id)
    }

    @Test(arguments: [
        ("coins", ["REFUND"]), ("lifetime", ["REFUND", "REVOKE"]), ("season", ["REFUND"]),
        ("silver.plus", ["REFUND", "REVOKE"]),
    ])
    func `a refund is reported once for each product, and to the family it was shared with`(
        product: String,
        labels: [String]
    ) throws {
        var store = try FamilyTests.family()
        let id = try store.buy(ProductID(rawValue: product)).transactionId
        let received = try store.notifications { try $0.perform(.refund(id, decision: .full(.other), cancels: false)) }
        #expect(received == labels)
        let refunded = try #require(store.history.notifications.first { $0.label == "REFUND" }?.transaction)
        #expect(refunded.transactionId == id)
        #expect(refunded.revocationDate == store.store.now)
    }

    @Test(arguments: [("coins", ["CONSUMPTION_REQUEST", "REFUND"]), ("lifetime", ["REFUND"]), ("season", ["REFUND"])])
    func `the server is asked about what can be used up`(product: String, labels: [String]) throws {
        var store = try Store.withAlice()
        let id = try store.buy(ProductID(rawValue: product)).transactionId
        let received = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .unintendedPurchase, inApp: true))
            $0.advance(to: .day(2026, 1, 23))
        }
        #expect(received == labels)
    }

    @Test func `a refund asked for outside the app leaves renewal on, and its refusal is not told`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        let refused = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .other, inApp: false))
            $0.advance(to: .day(2026, 1, 23))
        }
        #expect(refused == ["CONSUMPTION_REQUEST"])
        let granted = try store.notifications {
            try $0.perform(.requestRefund(id, reason: .unintendedPurchase, inApp: false))
            $0.advance(to: .day(2026, 1, 26))
        }
        #expect(granted == ["CONSUMPTION_REQUEST", "REFUND"])
        #expect(store.history.renewalInfos.last?.renewalInfo.autoRenewStatus == .on)
    }

    @Test(arguments: ["coins", "lifetime", "season"])
    func `a refund that is reversed gives a purchase back`(product: String) throws {
        var store = try Store.withAlice()
        let id = try store.buy(ProductID(rawValue: product)).transactionId
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        #expect(try store.notifications { try $0.perform(.reverseRefund(id)) } == ["REFUND_REVERSED"])
        #expect(store.history.transactions.last?.transaction.revocationDate == nil)
    }

    @Test func `a refund that is reversed restores the subscription`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        #expect(store.lastStatus == .revoked)
        let labels = try store.notifications { try $0.perform(.reverseRefund(id)) }
        #expect(labels == ["REFUND_REVERSED"])
        #expect(store.lastStatus == .active)
        #expect(store.history.transactions.last?.transaction.revocationDate == nil)
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
    }

    @Test func `Apple's support cancels: renewal goes off and the money back`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        let labels = try store.notifications { try $0.perform(.refund(id, decision: .full(.other), cancels: true)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "REFUND"])
    }

    @Test func `a refund that cancels is signed after what was reported before it`() throws {
        var store = try Store.subscribed()
        let bought = try #require(store.history.transactions.first?.transaction.transactionId)
        let before = store.history.notifications.count
        try store.perform(.refund(bought, decision: .full(.other), cancels: true))
        let received = store.history.notifications[before...]
        let parts = received.compactMap(\.transaction)
        #expect(parts.map { $0.revocationDate != nil } == [false, true])
        #expect(parts.first?.signedDate ?? .distantFuture < parts.last?.signedDate ?? .distantPast)
        #expect(store.history.transactions.last?.transaction.signedDate == parts.last?.signedDate)
        let infos = received.compactMap(\.renewalInfo?.signedDate)
        #expect(infos == parts.map(\.signedDate))
    }

    @Test(arguments: [EnvironmentSettings.NotificationVersion.version1, .none])
    func `the renewal infos of a refund that cancels are signed one after another, whatever is reported`(
        version: EnvironmentSettings.NotificationVersion
    ) throws {
        var settings = SimulatorSettings()
        settings.production.notifications = version
        var store = try Store.subscribed(settings: settings)
        let bought = try #require(store.history.transactions.first?.transaction.transactionId)
        let before = store.history.renewalInfos.count
        try store.perform(.refund(bought, decision: .full(.other), cancels: true))
        let instants = store.history.renewalInfos[before...].map(\.renewalInfo.signedDate)
        #expect(instants.count == 2)
        #expect(instants.first ?? .distantFuture < instants.last ?? .distantPast)
    }

    @Test func `a refund without canceling lets the subscription renew`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
        #expect(store.lastStatus == .active)
    }

    @Test func `a refund of an older period leaves the present one alone`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        store.advance(to: .day(2026, 2, 25))
        #expect(
            try store.notifications { try $0.perform(.refund(id, decision: .full(.other), cancels: false)) } == [
                "REFUND"
            ]
        )
        #expect(store.lastStatus == .active)
    }

    @Test(arguments: [
        (ConsumptionInformation(preference: .decline), "REFUND_DECLINED", nil),
        (ConsumptionInformation(consumptionPercentage: 100_000), "REFUND_DECLINED", nil),
        (ConsumptionInformation(preference: .grantFull), "REFUND", RevocationType.refundFull),
        (ConsumptionInformation(consumptionPercentage: 25_000, preference: .grantProrated), "REFUND", .refundProrated),
        (ConsumptionInformation(isDelivered: false), "REFUND", .refundFull),
    ])
    func `what the server says decides`(
        information: ConsumptionInformation,
        label: String,
        type: RevocationType?
    ) throws {
        var store = try Store.withAlice()
        let id = try store.buy("coins").transactionId
        try store.perform(.requestRefund(id, reason: .unintendedPurchase, inApp: true))
        try store.perform(.sendConsumption(id, information))
        store.advance(to: .day(2026, 1, 23))
        #expect(store.labels == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", label])
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.revocationType == type)
        if type == .refundProrated { #expect(last.revocationPercentage == 75_000) }
    }

    @Test func `an upgraded period's refund gives back what the upgrade did not, and its reversal takes that alone`()
        throws
    {
        var store = try Store.subscribed(to: "silver.plus")
        let old = try #require(store.history.transactions.first?.transaction.transactionId)
        store.advance(to: .day(2026, 1, 30))
        try store.buy("gold")
        try store.perform(.refund(old, decision: .full(.other), cancels: false))
        func moves() -> [Int64] {
            store.history.sales.filter { $0.transaction == old }.map { $0.customerPrice }
        }
        #expect(moves().count == 3)
        #expect(moves().reduce(0, +) == 0)
        #expect(moves()[1] < 0 && moves()[2] < 0)
        try store.perform(.reverseRefund(old))
        #expect(moves().count == 4)
        #expect(moves()[3] == -moves()[2])
    }

    @Test func `a prorated refund that is reversed withdraws as much as it gave`() throws {
        var store = try Store.withAlice()
        let id = try store.buy("lifetime").transactionId
        try store.perform(.refund(id, decision: .prorated(.other, percentage: 40_000), cancels: false))
        try store.perform(.reverseRefund(id))
        #expect(store.history.sales.map(\.customerPrice) == [49_990, -19_996, 19_996])
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        #expect(store.history.sales.last?.customerPrice == -49_990)
    }

    @Test func `a purchase is refunded once, and not after the window`() throws {
        var store = try Store.withAlice()
        let id = try store.buy("lifetime").transactionId
        store.advance(to: .day(2026, 5, 1))
        #expect(throws: SimulatorError.self) {
            try store.perform(.requestRefund(id, reason: .legal, inApp: false))
        }
        try store.perform(.refund(id, decision: .full(.appIssue), cancels: false))
        #expect(throws: SimulatorError.self) {
            try store.perform(.refund(id, decision: .full(.appIssue), cancels: false))
        }
    }

    @Test func `a subscription that renews after a refund can be canceled until then`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.transactionId)
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        let labels = try store.notifications {
            for isOn in [false, true, false] { try $0.perform(.setRenewal("alice", group: "group", on: isOn)) }
            $0.advance(to: .day(2026, 3, 20))
        }
        #expect(
            labels == [
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
            ]
        )
        #expect(store.history.sales.map(\.units) == [1, -1])
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.setRenewal("alice", group: "group", on: true))
        }
        #expect(error?.code == .invalidState)
    }
}
