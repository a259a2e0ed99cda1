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

    @Test func `a refund without cancelling lets the subscription renew`() throws {
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
        #expect(store.labels.last == label)
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.revocationType == type)
        if type == .refundProrated { #expect(last.revocationPercentage == 75_000) }
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
}
