// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct SnapshotTests {
    func snapshot(life: Int64 = 3 * 86_400_000, renews: Bool = true) -> EntitlementSnapshot {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.renewalInfo(signed: .utc("2024-02-20")) { $0.willAutoRenew = renews }
        let now = Date.utc("2024-03-18")
        return EntitlementSnapshot(
            customer: "anna",
            answers: CustomerAccount(purchases).entitlements(asOf: now),
            issuedDate: now,
            lifeMilliseconds: life
        )
    }

    @Test func `an active right is active as long as it was known to be`() {
        #expect(snapshot().verdict(on: "basic", asOf: .utc("2024-03-19 23:59:59")) == .active)
        #expect(snapshot().verdict(on: "pro", asOf: .utc("2024-03-19")) == .inactive)
    }

    @Test func `after the period an app asks when it renews and closes when it does not`() {
        #expect(snapshot().verdict(on: "basic", asOf: .utc("2024-03-20")) == .stale)
        #expect(snapshot(renews: false).verdict(on: "basic", asOf: .utc("2024-03-20")) == .inactive)
    }

    @Test func `a snapshot has a bounded life`() {
        #expect(snapshot(life: 86_400_000).verdict(on: "basic", asOf: .utc("2024-03-19")) == .stale)
        #expect(snapshot(life: .max).expirationDate == .utc("2024-04-17"))
        #expect(snapshot(life: -5).verdict(on: "basic", asOf: .utc("2024-03-18")) == .stale)
    }

    @Test func `a snapshot lives for three days unless told otherwise`() {
        let snapshot = EntitlementSnapshot(customer: "anna", answers: [], issuedDate: .utc("2024-03-18"))
        #expect(snapshot.expirationDate == .utc("2024-03-21"))
    }

    @Test func `a clock that was set back opens nothing`() {
        #expect(snapshot().verdict(on: "basic", asOf: .utc("2024-03-17")) == .clockSetBack)
        let seen = Date.utc("2024-03-19")
        #expect(snapshot().verdict(on: "basic", asOf: .utc("2024-03-18 12:00:00"), lastSeen: seen) == .clockSetBack)
    }

    @Test func `a snapshot survives its JSON`() throws {
        let decoded: EntitlementSnapshot = try AppStoreJSON.decode(from: AppStoreJSON.encode(snapshot()))
        #expect(decoded == snapshot())
    }
}
