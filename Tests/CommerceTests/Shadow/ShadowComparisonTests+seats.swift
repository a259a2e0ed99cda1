// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The differences about seats and converted plans, and those that nothing explains.
extension ShadowComparisonTests {
    /// What differs for an account.
    static func differences(
        _ account: CustomerAccount,
        _ statements: ProviderEntitlement...,
        at instant: Date
    ) -> [Divergence] {
        ShadowComparison(accounts: [account]).divergences(
            from: ProviderAnswer(entitlements: statements),
            asOf: instant
        )
    }

    // MARK: - Seats

    /// Ben has a seat of the group subscription that Paula paid for.
    private static func seat(_ change: (inout SeatScenario) -> Void = { _ in }) -> SeatScenario {
        var scenario = SeatScenario()
        scenario.purchases.again(scenario.first, signed: .utc("2026-12-01 01:00:00")) { $0.price = price }
        scenario.seat("ben", 1)
        change(&scenario)
        return scenario
    }

    private static let winter = Date.utc("2026-12-20")

    static let seats: [Planted] = [
        Planted(.groupSeat, atStake: nil) { differences(seat().account(of: "ben"), at: winter) },
        Planted(.groupSeat, [.until], atStake: nil) {
            differences(
                seat().account(of: "ben"),
                stated { ($0.end, $0.periodEndDate) = (.date(.utc("2027-02-01")), nil) },
                at: winter
            )
        },
        Planted(.groupSeat, atStake: nil) {
            let left = seat { $0.step("i1", .released(by: "member"), "ben", at: .utc("2026-12-10")) }
            return differences(left.account(of: "ben"), stated(), at: winter)
        },
        Planted(.groupSeat, atStake: nil) {
            let lost = seat {
                $0.step("i1", .unclaimed(SeatScenario.claim(1), .appStore), "ben", at: .utc("2026-12-10"))
            }
            return differences(lost.account(of: "ben"), stated(), at: winter)
        },
        Planted(.groupSeat, atStake: nil) {
            differences(seat().account(of: "ben"), stated { $0.transaction = nil }, at: .utc("2027-01-10"))
        },
        Planted(.groupSeat, atStake: nil) {
            var purchases = PurchaseHistory()
            let assigned = purchases.transaction(from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.ownership = .assigned
            }
            purchases.again(assigned, signed: .utc("2026-05-05")) {
                $0.revocation = Revocation(date: .utc("2026-05-05"), type: .assignmentRevoke)
            }
            return found(purchases, stated())
        },
    ]

    @Test func `the charge of a group subscription is at stake for its buyer, and not for each member`() {
        let scenario = Self.seat()
        let buyer = Self.differences(scenario.account(of: "paula"), at: Self.winter)
        let member = Self.differences(scenario.account(of: "ben"), at: Self.winter)
        #expect(buyer.map(\.atStake?.milliunits) == [4 * Self.price.milliunits])
        #expect(member.map(\.atStake) == [nil])
    }

    // MARK: - Conversions

    /// Pro was bought on 1 May and converted on 11 May into 30 days of Basic, which last until 10 June.
    private static var converted: PurchaseHistory {
        let day: Int64 = 86_400_000
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "pro", from: .utc("2026-05-01"), to: .utc("2026-06-01")) { $0.price = price }
        purchases.claim(at: .utc("2026-05-01"))
        let source = PlanConversion.Source(
            holding: .transaction("1", "11"),
            remainingMilliseconds: 21 * day,
            remainingValue: price
        )
        let conversion = PlanConversion(
            id: "c1",
            customer: "anna",
            date: .utc("2026-05-11"),
            sources: [source],
            targetProductID: "month-once",
            gainedMilliseconds: 30 * day,
            targetPrice: price,
            targetPeriodMilliseconds: 30 * day
        )
        purchases.command(.conversion(conversion), at: .utc("2026-05-11"))
        return purchases
    }

    private static let afterConversion = Date.utc("2026-06-20")

    static let conversions: [Planted] = [
        Planted(.conversion, atStake: nil) { found(converted, nil) },
        Planted(.conversion, [.until]) { found(converted, stated { $0.product = nil }) },
        Planted(.conversion, [.until, .product]) { found(converted, stated { $0.product = "pro" }) },
        Planted(.conversion) {
            found(converted, stated { ($0.id, $0.product) = ("pro", "pro") }, at: afterConversion)
        },
        Planted(.conversion) { found(converted, stated { $0.product = "pro" }, at: afterConversion) },
    ]

    // MARK: - Nothing explains it

    static let unexplained: [Planted] = [
        // The provider knows a period's end that is neither the last one's nor an earlier one's.
        Planted(.unexplained) {
            let end = Date.utc("2026-05-10")
            return found(month(renewals: 1), denied { ($0.end, $0.periodEndDate) = (.date(end), end) })
        },
        // What begins later gives no access now.
        Planted(.unexplained, atStake: nil) {
            var purchases = PurchaseHistory()
            purchases.grant(from: .utc("2026-06-01"), to: nil)
            return found(
                purchases,
                stated { ($0.end, $0.periodEndDate, $0.transaction) = (.unstated, nil, nil) }
            )
        },
    ]
}

extension PurchaseHistory {
    /// The team grants Anna `basic`, from long before it begins.
    mutating func grant(from start: Date, to end: Date?) {
        command(
            .grant(
                Grant(
                    id: "g1",
                    customer: "anna",
                    entitlement: "basic",
                    startDate: start,
                    endDate: end,
                    reason: "sorry"
                )
            ),
            at: .utc("2026-05-01")
        )
    }
}
