// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The limits of the events about a purchase's history, without a database.
@Suite struct LifecycleRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var events: [String]
        var known: [Fact]
        var new: [Fact]

        init(_ name: String, _ events: [String], after known: [Fact] = [], _ new: [Fact]) {
            (testDescription, self.events, self.known, self.new) = (name, events, known, new)
        }
    }

    static let month = ArrivalScenario.month
    static let trial = ArrivalScenario.bought(to: "02-01") {
        $0.offer = Offer(type: .introductory, discount: .freeTrial)
    }
    static let failed = EntitlementDecisionTests.failed

    /// Renewal info that is signed so many seconds after a day's ten o'clock.
    static func info(
        _ day: String,
        _ seconds: TimeInterval = 0,
        _ change: (inout RenewalInfo) -> Void = { _ in }
    ) -> [Fact] {
        var purchases = PurchaseHistory()
        purchases.renewalInfo(signed: .at(day) + seconds, change)
        return purchases.facts
    }

    private static func failure(_ day: String) -> [Fact] {
        info(day) { ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError) }
    }

    private static func again(
        signed: String,
        to end: String = "02-01",
        _ change: (inout Transaction) -> Void = { _ in }
    ) -> [Fact] {
        ArrivalScenario.bought(to: end, signed: signed, change)
    }

    // MARK: - How a transaction came about

    static let acquisitions: [Row] = [
        Row(
            "a return at the very end of the period",
            ["resubscribed(2)"],
            after: month,
            ArrivalScenario.bought("12", "02-01", to: "03-01", token: nil)
        ),
        Row(
            "a renewal within the period, which was made shorter",
            ["renewed(2)"],
            after: month,
            ArrivalScenario.bought("12", "01-20", to: "02-20", reason: .renewal)
        ),
        Row(
            "a plan that was left for one that only renewals are known of",
            ["upgraded(monthly)"],
            after: again(signed: "01-15") { $0.isUpgraded = true },
            ArrivalScenario.bought("12", "01-15", to: "02-15", product: "pro", reason: .renewal)
        ),
        Row(
            "a plan that was left at its very end",
            ["upgraded(monthly)"],
            after: again(signed: "01-15") { $0.isUpgraded = true },
            ArrivalScenario.bought("12", "02-01", to: "03-01", product: "pro", reason: .renewal)
        ),
        Row(
            "a failure that is dated like the period before it",
            ["recovered(2)"],
            after: month + failure("01-01"),
            ArrivalScenario.renewed
        ),
        Row(
            "a free trial that converts after a failed charge",
            ["recovered(2) converts"],
            after: trial + failed,
            ArrivalScenario.bought("12", "02-10", to: "03-10", reason: .renewal)
        ),
        Row(
            "a return after a free trial",
            ["resubscribed(2) converts"],
            after: trial,
            ArrivalScenario.bought("12", "02-15", to: "03-15")
        ),
        Row(
            "a free trial after a free trial",
            ["renewed(2)"],
            after: trial,
            ArrivalScenario.bought("12", "02-01", to: "03-01", reason: .renewal) {
                $0.offer = Offer(type: .promotional, discount: .freeTrial)
            }
        ),
        Row("a paid period after a paid one", ["renewed(2)"], after: month, ArrivalScenario.renewed),
        Row(
            "a third period, of which the second recovered",
            ["renewed(3)"],
            after: month + failed + ArrivalScenario.bought("12", "02-05", to: "03-05", reason: .renewal),
            ArrivalScenario.bought("13", "03-05", to: "04-05", reason: .renewal)
        ),
        Row(
            "a failure that is signed with the renewal itself",
            ["renewed(2)"],
            after: month + failure("02-02"),
            ArrivalScenario.bought("12", "02-02", to: "03-02", reason: .renewal)
        ),
        Row(
            "renewal info that states no failure",
            ["renewed(2)"],
            after: month + info("01-20"),
            ArrivalScenario.renewed
        ),
        Row(
            "a recovery of which only the notification tells",
            ["recovered(2)"],
            after: month,
            ArrivalScenario.notification(.didRenew, .billingRecovery, about: "12", "02-01") + ArrivalScenario.renewed
        ),
        Row(
            "a recovery of another transaction",
            ["renewed(2)"],
            after: month,
            ArrivalScenario.notification(.didRenew, .billingRecovery, about: "11", "02-01") + ArrivalScenario.renewed
        ),
        Row(
            "a renewal of which a notification tells",
            ["renewed(2)"],
            after: month,
            ArrivalScenario.notification(.didRenew, nil, about: "12", "02-01") + ArrivalScenario.renewed
        ),
    ]

    static let firsts: [Row] = [
        Row(
            "a first period that is not the purchase that began the lineage",
            ["started"],
            ArrivalScenario.bought("12", "02-01", to: "03-01")
        ),
        Row(
            "a first period that a document calls a renewal",
            ["started"],
            ArrivalScenario.bought("1", "01-01", to: "02-01", reason: .renewal)
        ),
        Row("a purchase of the past after its renewal", ["started"], after: ArrivalScenario.renewed, month),
    ]

    // MARK: - What is revoked, returned and extended

    static let withdrawals: [Row] = [
        Row(
            "a refund of what the family shares",
            ["revoked"],
            after: again(signed: "01-01") { $0.ownership = .familyShared },
            again(signed: "01-10") {
                $0.ownership = .familyShared
                $0.revocation = Revocation(date: .at("01-10"), type: .refundFull)
            }
        ),
        Row(
            "a purchase that comes revoked",
            ["started", "refunded"],
            again(signed: "01-10") { $0.revocation = Revocation(date: .at("01-10"), type: .refundFull) }
        ),
        Row(
            "a smaller refund",
            ["refunded 25000"],
            after: month
                + again(signed: "01-10") {
                    $0.revocation = Revocation(date: .at("01-10"), type: .refundProrated, percentage: 40_000)
                },
            again(signed: "01-12") {
                $0.revocation = Revocation(date: .at("01-10"), type: .refundProrated, percentage: 25_000)
            }
        ),
        Row("the same end again", [], after: month, again(signed: "01-10")),
        Row("an earlier end", [], after: month, again(signed: "01-10", to: "01-20")),
    ]

    private static func seats(_ change: @escaping (inout Transaction) -> Void) -> (inout Transaction) -> Void {
        { transaction in
            transaction.quantity = 8
            transaction.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
            change(&transaction)
        }
    }

    static let group: [Row] = [
        Row(
            "more refunded seats",
            ["seatsRefunded(3) of 3"],
            after: again(signed: "01-05", seats { $0.multiSeatInfo?.revokedSeatQuantity = 2 }),
            again(signed: "01-10", seats { $0.multiSeatInfo?.revokedSeatQuantity = 5 })
        ),
        Row(
            "fewer refunded seats",
            [],
            after: again(signed: "01-05", seats { $0.multiSeatInfo?.revokedSeatQuantity = 5 }),
            again(signed: "01-10", seats { $0.multiSeatInfo?.revokedSeatQuantity = 2 })
        ),
        Row(
            "added seats of which no document states the number",
            ["seatsAdded(seats: 0)"],
            after: again(signed: "01-01") { $0.additionalTransactionReason = .seatAddition },
            ArrivalScenario.bought("12", "01-15", to: "02-01") { $0.additionalTransactionReason = .seatAddition }
        ),
    ]

    static func name(_ event: DomainEvent) -> String? {
        switch event.kind {
        case .acquired(.renewed(let number, let converts), _, _): "renewed(\(number))" + (converts ? " converts" : "")
        case .acquired(.recovered(let number, let converts), _, _):
            "recovered(\(number))" + (converts ? " converts" : "")
        case .acquired(.resubscribed(let number, let converts), _, _):
            "resubscribed(\(number))" + (converts ? " converts" : "")
        case .acquired(.upgraded(let previous), _, _): "upgraded(\(previous))"
        case .acquired(let acquisition, _, _): "\(acquisition)"
        case .refunded(_, _, let share, _): "refunded" + (share.map { " \($0)" } ?? "")
        case .revoked: "revoked"
        case .seatsRefunded(_, let count, let seats, _): "seatsRefunded(\(count)) of \(seats ?? -1)"
        case .extended: "extended"
        case .renewal(.planChangeScheduled(let next), _, _, _): "planChangeScheduled(\(next))"
        case .renewal(let change, _, _, _): String("\(change)".prefix { $0 != "(" })
        default: nil
        }
    }

    @Test(arguments: acquisitions + firsts + withdrawals + group)
    func `documents have the events of what they newly state`(row: Row) {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        for fact in row.known { world.process([fact], .notified) }
        #expect(world.process(row.new, .notified).events.compactMap(Self.name) == row.events)
    }

    // MARK: - When it happened, and what Apple asks

    @Test func `events are dated by what happened, the earliest first`() {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        let refunded = Self.again(signed: "01-12") {
            $0.revocation = Revocation(date: .at("01-10"), type: .refundFull)
        }
        let info = Self.info("01-20") { $0.willAutoRenew = false }
        let decision = world.process(info + ArrivalScenario.renewed + refunded, .notified)
        let dated = decision.events.filter { ["acquired", "refunded", "renewal"].contains($0.name) }
        #expect(dated.map(\.name) == ["acquired", "refunded", "renewal", "acquired"])
        #expect(dated.map(\.occurredDate) == [.at("01-01"), .at("01-10"), .at("01-20"), .at("02-01")])
    }

    static let returns: [(String, [Fact], String)] = [
        ("a reversed refund", again(signed: "01-12"), "refundReversed"),
        (
            "an extension",
            again(signed: "01-12", to: "03-01") {
                $0.revocation = Revocation(date: .at("01-10"), type: .refundFull)
            }, "extended"
        ),
    ]

    @Test(arguments: returns)
    func `what has no date of its own is dated by the document that states it`(
        row: (name: String, document: [Fact], event: String)
    ) throws {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        world.process(
            Self.month
                + Self.again(signed: "01-10") { $0.revocation = Revocation(date: .at("01-10"), type: .refundFull) },
            .notified
        )
        let events = world.process(row.document, .notified).events
        let event = try #require(events.first { $0.name == row.event }, "\(row.name)")
        #expect(event.occurredDate == .at("01-12") && event.lineage == "1")
    }

    static let requests: [(NotificationType, TransactionID?, Int)] = [
        (.consumptionRequest, "11", 1), (.consumptionRequest, nil, 0), (.refundDeclined, "11", 0),
    ]

    @Test(arguments: requests)
    func `Apple's request about a transaction is answered later, once`(
        type: NotificationType,
        id: TransactionID?,
        count: Int
    ) {
        var purchases = PurchaseHistory()
        let notification = ServerNotification(
            id: NotificationUUID(rawValue: UUID(uuid: (1, 1, 2, 3, 4, 5, 64, 7, 128, 9, 9, 9, 9, 9, 9, 9))),
            type: type,
            transactionID: id,
            originalTransactionID: "1"
        )
        purchases.record(.notification(notification), at: .at("01-05"), rank: .signed)
        var world = FulfillmentWorld()
        let asked = world.process(ArrivalScenario.bought(product: "gems") + purchases.facts, .notified)
        #expect(asked.consumptionRequests.map(\.askedDate) == Array(repeating: .at("01-05"), count: count))
        #expect(asked.events.count { $0.name == "notified" && $0.occurredDate == .at("01-05") } == 1)
        #expect(world.process(purchases.facts, .notified).consumptionRequests.isEmpty)
    }
}
