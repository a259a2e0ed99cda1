// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@testable import PurserServer

@Suite struct EventIdentifierTests {
    private let scope = AppScope(bundleID: "com.example.coffee", environment: .production)

    @Test func `the events of one purchase stand side by side, and each has its own identifier`() {
        let lineages = (1...50).map { OriginalTransactionID(rawValue: "\($0)") }
        let types: [EventType] = [.orderDelivered, .subscriptionRenewed, .entitlementChanged]
        let all = lineages.flatMap { lineage in
            types.map { EventID($0, scope, beside: lineage, causes: "20").rawValue }
        }
        // Of one type and cause they are distinguished by the purchase they are beside.
        #expect(Set(all).count == 150)
        #expect(all.allSatisfy { $0.wholeMatch(of: /evt_[0-9a-f]{40}/) != nil })
        let sorted = all.sorted()
        for start in stride(from: 0, to: 150, by: 3) {
            #expect(Set(sorted[start..<(start + 3)].map { $0.prefix(12) }).count == 1)
        }
    }

    @Test func `the same causes give the same identifier`() {
        let one = EventID(.orderDelivered, scope, beside: "1", causes: "20", "delivered")
        #expect(one == EventID(.orderDelivered, scope, beside: "1", causes: "20", "delivered"))
        #expect(one != EventID(.orderDelivered, scope, beside: "1", causes: "20", "returned"))
        #expect(one != EventID(.orderDelivered, scope, causes: "20", "delivered"))
        let sandbox = AppScope(bundleID: "com.example.coffee", environment: .sandbox)
        #expect(one != EventID(.orderDelivered, sandbox, beside: "1", causes: "20", "delivered"))
    }
}
