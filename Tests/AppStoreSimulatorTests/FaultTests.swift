// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct FaultTests {
    static func store(_ change: (inout FaultRates) -> Void) throws -> Store {
        var settings = SimulatorSettings()
        change(&settings.production.faults)
        return try Store.withAlice(settings: settings)
    }

    @Test func `a dropped notification is made and never sent`() throws {
        var store = try Self.store { $0.droppedPerMille = 1000 }
        try store.buy("coins")
        #expect(store.history.notifications.first?.deliveries == [])
    }

    @Test func `a doubled notification is sent twice with one identifier`() throws {
        var store = try Self.store { $0.duplicatedPerMille = 1000 }
        try store.buy("coins")
        #expect(store.history.notifications.count == 1)
        #expect(store.history.notifications.first?.deliveries.count == 2)
    }

    @Test func `a delayed notification comes later, within the limit`() throws {
        var store = try Self.store {
            $0.delayedPerMille = 1000
            $0.maximumDelaySeconds = 90
        }
        try store.buy("coins")
        let delivery = try #require(store.history.notifications.first?.deliveries.first)
        #expect(delivery > store.store.now && delivery <= store.store.now.addingTimeInterval(90))
    }

    @Test func `reordered notifications overtake each other`() throws {
        var store = try Self.store { $0.reorderedPerMille = 500 }
        for _ in 0..<20 { try store.buy("coins") }
        let deliveries = store.history.notifications.compactMap(\.deliveries.first)
        #expect(deliveries != deliveries.sorted())
    }

    @Test func `the token can be missing`() throws {
        var store = try Self.store { $0.missingTokenPerMille = 1000 }
        let token = AppAccountToken(rawValue: UUID())
        #expect(try store.buy("coins", PurchaseOptions(appAccountToken: token)).appAccountToken == nil)
    }

    @Test func `the history can be empty for a while`() throws {
        var store = try Self.store { $0.emptyHistoryPerMille = 1000 }
        try store.buy("coins")
        var history = SimulatorHistory()
        history.record(store.history)
        #expect(history.isHidden("alice", at: store.store.now))
        #expect(!history.isHidden("alice", at: store.store.now.addingTimeInterval(61)))
    }

    @Test func `Apple can refund out of the blue`() throws {
        var store = try Self.store { $0.refundedPerMille = 1000 }
        try store.buy("coins")
        store.advance(to: .day(2026, 1, 22))
        #expect(store.labels == ["ONE_TIME_CHARGE", "REFUND"])
    }

    @Test func `the clock of Apple's servers can be ahead`() throws {
        var store = try Self.store { $0.clockSkewSeconds = 120 }
        try store.buy("coins")
        let notification = try #require(store.history.notifications.first)
        #expect(notification.signedDate == store.store.now.addingTimeInterval(120))
        #expect(notification.transaction?.signedDate == notification.signedDate)
        #expect(notification.transaction?.purchaseDate == store.store.now)
    }

    @Test func `switches that are left out are off`() throws {
        let read = try AppStoreJSON.decode(FaultRates.self, from: Data(#"{"droppedPerMille":5}"#.utf8))
        var expected = FaultRates()
        expected.droppedPerMille = 5
        #expect(read == expected)
    }
}
