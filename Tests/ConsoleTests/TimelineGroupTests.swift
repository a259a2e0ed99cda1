// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import FoundationEssentials
import Testing

@Suite struct TimelineGroupTests {
    private static let start = Date(timeIntervalSince1970: 1_772_366_400)

    /// What one renewal leads to, the newest first.
    private static func renewal(_ number: Int, at instant: Date) -> [TimelineEntry] {
        let (id, purchase) = ("tx-\(number)", "/console/purchases/1")
        let matters: [(TimelineEntry.Matter, String?)] = [
            (.notification(type: "DID_RENEW", subtype: nil, product: "gold"), id),
            (.transaction(.init(id: id, product: "gold", price: 9990, currency: "USD")), id),
            (.renewal(product: "gold", willRenew: true, next: nil, isInRetry: false, graceEnds: nil), nil),
            (.order(id: "ord_\(number)", state: "paid", product: "gold", mover: "notification", note: nil), id),
            (.order(id: "ord_\(number)", state: "delivered", product: "gold", mover: "notification", note: nil), id),
            (.event(type: "subscription.renewed", product: "gold", entitlements: [], reason: nil, deliveries: []), id),
            (
                .event(type: "entitlement.updated", product: nil, entitlements: ["club"], reason: nil, deliveries: []),
                nil
            ),
        ]
        return matters.map {
            TimelineEntry(instant: instant, matter: $0.0, environment: "Production", purchase: purchase, cause: $0.1)
        }
    }

    @Test func `one renewal is one group, and every step is in exactly one`() {
        let entries = (0..<4).reversed().flatMap {
            Self.renewal($0, at: Self.start.addingTimeInterval(Double($0) * 2_592_000))
        }
        let groups = TimelineGroup.groups(of: entries)
        #expect(groups.map(\.steps.count) == [7, 7, 7, 7])
        #expect(zip(groups, groups.dropFirst()).allSatisfy { $0.instant > $1.instant })
    }

    @Test func `two purchases of one moment are two groups, and a refund later is its own`() {
        var other = Self.renewal(9, at: Self.start)
        for index in other.indices { other[index].purchase = "/console/purchases/2" }
        let refund = TimelineEntry(
            instant: Self.start.addingTimeInterval(864_000),
            matter: .event(type: "purchase.refunded", product: "gold", entitlements: [], reason: nil, deliveries: []),
            environment: "Production",
            purchase: "/console/purchases/1",
            cause: "tx-1"
        )
        let groups = TimelineGroup.groups(of: [refund] + Self.renewal(1, at: Self.start) + other)
        #expect(groups.count == 3 && groups[0].steps.count == 1)
        #expect(groups.reduce(0) { $0 + $1.steps.count } == 15)
    }
}
