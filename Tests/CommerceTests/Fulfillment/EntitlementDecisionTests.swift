// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a customer may use, what the team hears of it, and when it is reminded, without a database.
@Suite struct EntitlementDecisionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var now: String
        var isActive: Bool
        var rule: Rule
        var policy: CommercePolicy
        var documents: [[Fact]]

        init(
            _ name: String,
            at now: String,
            _ isActive: Bool,
            _ rule: Rule,
            policy: CommercePolicy = .standard,
            _ documents: [Fact]...
        ) {
            (testDescription, self.now, self.isActive, self.rule) = (name, now, isActive, rule)
            (self.policy, self.documents) = (policy, documents)
        }
    }

    static let month = ArrivalScenario.month
    static let failed = ArrivalScenario.info("02-01") {
        ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
    }
    static let inGrace = ArrivalScenario.info("02-01") {
        ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
        $0.gracePeriodExpirationDate = .at("02-17")
    }

    private static func refunded(_ type: RevocationType) -> [Fact] {
        ArrivalScenario.bought(to: "02-01", signed: "01-10") {
            $0.revocation = Revocation(date: .at("01-10"), type: type, percentage: type == .refundFull ? nil : 40_000)
        }
    }

    static let running: [Row] = [
        Row("a paid period", at: "01-15", true, .paidPeriod, month),
        Row(
            "a free trial",
            at: "01-15",
            true,
            .freeTrial,
            ArrivalScenario.bought(to: "02-01") {
                $0.offer = Offer(type: .introductory, discount: .freeTrial)
            }
        ),
        Row(
            "a period of a paid offer",
            at: "01-15",
            true,
            .offerPeriod,
            ArrivalScenario.bought(to: "02-01") {
                $0.offer = Offer(type: .promotional, id: "spring", discount: .payAsYouGo)
            }
        ),
        Row(
            "an extended period",
            at: "02-10",
            true,
            .extendedPeriod,
            month,
            ArrivalScenario.bought(to: "03-01", signed: "01-15")
        ),
        Row(
            "a canceled period until its end",
            at: "01-31",
            true,
            .paidPeriod,
            month,
            ArrivalScenario.info("01-20") {
                $0.willAutoRenew = false
            }
        ),
        Row("a renewed period", at: "02-10", true, .paidPeriod, month, ArrivalScenario.renewed),
        Row("a grace period", at: "02-10", true, .gracePeriod, month, inGrace),
        Row(
            "the leeway after a period",
            at: "02-01",
            true,
            .awaitedRenewal,
            policy: CommercePolicy(
                renewalLeewayMilliseconds: 3_600_000
            ),
            month,
            ArrivalScenario.info("01-01")
        ),
    ]

    static let over: [Row] = [
        Row(
            "a grace period that the team ignores",
            at: "02-10",
            false,
            .graceIgnored,
            policy: CommercePolicy(
                honorsGracePeriod: false
            ),
            month,
            inGrace
        ),
        Row("billing retry after the grace period", at: "02-18", false, .billingRetry, month, inGrace),
        Row("billing retry without a grace period", at: "02-10", false, .billingRetry, month, failed),
        Row("a charge that failed for good", at: "04-20", false, .billingFailed, month, failed),
        Row("a canceled subscription", at: "02-10", false, .canceled, month, ArrivalScenario.ended("02-01", .canceled)),
        Row(
            "a refused price increase",
            at: "02-10",
            false,
            .priceIncreaseRefused,
            month,
            ArrivalScenario.ended("02-01", .priceIncreaseNotConsented)
        ),
        Row(
            "a product that is no longer available",
            at: "02-10",
            false,
            .productUnavailable,
            month,
            ArrivalScenario.ended("02-01", .productUnavailable)
        ),
        Row("an end of which no document states the reason", at: "02-10", false, .expired, month),
        Row("a full refund", at: "01-15", false, .refunded, month, refunded(.refundFull)),
        Row("a prorated refund", at: "01-15", false, .refundedInPart, month, refunded(.refundProrated)),
        Row("the end of Family Sharing", at: "01-15", false, .familySharingEnded, month, refunded(.familyRevoke)),
    ]

    @Test(arguments: running + over)
    func `the documents decide what the customer may use, and by which rule`(row: Row) throws {
        var world = FulfillmentWorld()
        (world.now, world.policy) = (.at(row.now), row.policy)
        world.order("o", "monthly", token: FulfillmentTests.token)
        for document in row.documents { world.process(document, .notified) }
        let answer = try #require(world.entitlements["anna"]?.first?.cached.answer)
        #expect(answer.isActive == row.isActive)
        #expect(answer.reason.rule == row.rule)
    }

    // MARK: - Events

    /// The events about entitlements while time passes, each with its day.
    private static func transitions(_ steps: [(day: String, documents: [Fact])]) -> [String] {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token)
        for step in steps {
            world.now = .at(step.day)
            world.process(step.documents, step.documents.isEmpty ? .recheck() : .notified)
        }
        return world.events.compactMap { event in
            guard case .entitlement(let transition, let answer, _) = event.kind else { return nil }
            return "\(transition) \(answer.entitlement)"
        }
    }

    static let lives: [([(String, [Fact])], [String])] = [
        ([("01-01", month)], ["granted basic"]),
        ([("01-01", month), ("01-02", month), ("01-03", [])], ["granted basic"]),
        ([("01-01", month), ("02-01", ArrivalScenario.renewed)], ["granted basic", "changed basic"]),
        ([("01-01", month + ArrivalScenario.info("01-01")), ("02-01", [])], ["granted basic"]),
        (
            [("01-01", month + ArrivalScenario.info("01-01")), ("02-01", []), ("02-03", [])],
            ["granted basic", "ended basic"]
        ),
        (
            [("01-01", month), ("02-01", inGrace), ("02-10", []), ("02-18", [])],
            ["granted basic", "changed basic", "ended basic"]
        ),
        ([("01-01", month), ("01-10", refunded(.refundFull))], ["granted basic", "ended basic"]),
        (
            [
                ("01-01", month), ("01-10", refunded(.refundFull)),
                ("01-12", ArrivalScenario.bought(to: "02-01", signed: "01-12")),
            ],
            ["granted basic", "ended basic", "granted basic"]
        ),
        (
            [
                ("01-01", month),
                ("01-15", ArrivalScenario.bought("12", "01-15", to: "02-15", product: "pro", token: nil)),
            ],
            ["granted basic", "changed basic", "granted pro"]
        ),
    ]

    @Test(arguments: lives)
    func `each change of access has one event, and an awaited renewal has none`(
        steps: [(String, [Fact])],
        expected: [String]
    ) {
        #expect(Self.transitions(steps.map { ($0.0, $0.1) }) == expected)
    }

    @Test func `an event about access says whether there is any, and is sent each time`() {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token)
        world.now = .at("01-01")
        world.process(Self.month, .notified)
        world.now = .at("02-01")
        world.process(ArrivalScenario.renewed, .notified)
        // What the catalog no longer gives has ended.
        world.catalog.products = []
        world.perform([])
        let events = world.events.filter { $0.name == "entitlement" }
        let access = events.map { event -> String in
            guard case .entitlement(let transition, _, let hasAccess) = event.kind else { return "" }
            return "\(transition) \(hasAccess)"
        }
        #expect(access == ["granted true", "changed true", "ended false"] && events.allSatisfy(\.isSentEachTime))
    }

    // MARK: - Reminders

    private static let renews = ArrivalScenario.info("01-01")
    private static let leeway = CommercePolicy(renewalLeewayMilliseconds: 10 * 86_400_000)

    static let ends: [(String, CommercePolicy, [Fact], String, Int)] = [
        ("a canceled subscription", .standard, month + ArrivalScenario.ended("01-20"), "01-30", 1),
        (
            "one that is not to renew", .standard, month + ArrivalScenario.info("01-20") { $0.willAutoRenew = false },
            "01-30", 1
        ),
        ("one that renews", .standard, month + renews, "01-30", 0),
        ("one of which no document says that", .standard, month, "01-30", 0),
        ("a renewal that is awaited", leeway, month + renews, "02-09", 0),
        ("one that is over", .standard, month + ArrivalScenario.ended("01-20"), "02-02", 0),
        ("a month bought once", .standard, ArrivalScenario.bought(product: "month-once"), "01-30", 1),
        ("what lasts forever", .standard, ArrivalScenario.bought(product: "forever"), "01-30", 0),
    ]

    @Test(arguments: ends)
    func `the end of service is reminded of only where it is known`(
        row: (name: String, policy: CommercePolicy, documents: [Fact], day: String, count: Int)
    ) throws {
        var world = FulfillmentWorld()
        world.policy = row.policy
        world.reminders = ReminderPolicy(beforeEnd: [try #require(LeadTime("P3D"))])
        world.now = .at("01-20")
        for fact in row.documents { world.process([fact], .shown()) }
        world.now = .at(row.day)
        for _ in 0..<2 { world.perform([]) }
        #expect(world.eventNames.count { $0 == "entitlementEnding" } == row.count, "\(row.name)")
    }

    /// Service of a month on each of two devices, ten days apart.
    static func devices(_ ends: [String]) -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.reminders = ReminderPolicy(beforeEnd: ends.compactMap { LeadTime($0) })
        for (number, device) in ["phone", "pad"].enumerated() {
            world.now = .at(number == 0 ? "01-01" : "01-11")
            world.perform([.device(DeviceRegistration(customer: "anna", device: DeviceID(rawValue: device)))])
            let token = number == 0 ? FulfillmentTests.token : ArrivalScenario.second
            let (order, lineage) = (OrderID(rawValue: "o\(number)"), OriginalTransactionID(rawValue: "\(number + 1)"))
            world.order(
                order,
                "month-once",
                token: token,
                device: DeviceID(rawValue: device),
                created: world.now.addingTimeInterval(-60)
            )
            let id = TransactionID(rawValue: "\(lineage)1")
            let day = number == 0 ? "01-01" : "01-11"
            world.process(ArrivalScenario.bought(id, day, product: "month-once", of: lineage, token: token), .notified)
        }
        return world
    }

    private static func reminders(_ world: FulfillmentWorld) -> [String] {
        world.events.compactMap { event in
            guard case .entitlementEnding(let reminder, _, let device) = event.kind else { return nil }
            return "\(device?.rawValue ?? "all") \(reminder.lead)"
        }
    }

    @Test func `a device whose service ends before the others' has a reminder of its own, once`() {
        var world = Self.devices(["P3D"])
        for day in ["01-29", "01-30", "02-01", "02-07", "02-08", "02-09", "02-10", "02-20"] {
            world.now = .at(day)
            for _ in 0..<2 { world.perform([]) }
        }
        #expect(Self.reminders(world) == ["phone P3D", "all P3D"])
    }

    @Test func `the next reminder is the earliest of all devices`() {
        let world = Self.devices(["P3D"])
        #expect(world.entitlements["anna"]?.first?.reminderDate == .at("01-29"))
    }

    @Test func `the reminders of two devices are events of their own`() {
        var world = Self.devices(["P1D", "P3D"])
        world.now = .utc("2024-01-31 12:00:00")
        world.perform([])
        let ending = world.events.filter { $0.name == "entitlementEnding" }
        #expect(Set(ending.map(\.causes)).count == 2 && Self.reminders(world) == ["phone P3D", "phone P1D"])
    }

    @Test func `a device that was removed has no reminder`() {
        var world = Self.devices(["P3D"])
        world.now = .at("01-20")
        let removal = DeviceRegistration(customer: "anna", device: "phone", isRegistered: false)
        world.perform([.device(removal)])
        world.now = .at("01-30")
        world.perform([])
        #expect(Self.reminders(world).isEmpty)
    }

    @Test func `without lead times nothing is due`() {
        let world = Self.devices([])
        #expect(world.entitlements["anna"]?.first?.reminderDate == nil)
    }
}
