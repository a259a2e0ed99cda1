// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// When a subscription is looked at again, when Apple is asked about it, and which events its stages have, without a database.
@Suite struct RecheckDecisionTests {
    static let month = ArrivalScenario.month
    static let info = ArrivalScenario.info("01-01")
    static let day: TimeInterval = 86_400

    /// A month of a commitment.
    static let committed = ArrivalScenario.bought(to: "02-01") { $0.billingPlan = .monthly }

    /// A month of a plan that was left for another, as old documents state it.
    static let left = ArrivalScenario.bought(to: "02-01", signed: "01-15") {
        ($0.isUpgraded, $0.revocation) = (true, Revocation(date: .at("01-15")))
    }

    private static func withdrawn(_ type: RevocationType, committed: Bool = false) -> [Fact] {
        ArrivalScenario.bought(to: "02-01", signed: "01-10") {
            $0.revocation = Revocation(date: .at("01-10"), type: type, percentage: type == .refundFull ? nil : 40_000)
            if committed { $0.billingPlan = .monthly }
        }
    }

    private static func due(_ documents: [Fact], at now: Date, canAskApple: Bool = true) -> Date? {
        var world = FulfillmentWorld()
        (world.now, world.canAskApple) = (now, canAskApple)
        world.process(documents, FulfillmentInput(.documents(.history), actor: "recovery"))
        return world.reported["1"]?.dueDate
    }

    // MARK: - The next recheck

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var documents: [Fact]
        var now: Date
        var due: Date?

        init(_ name: String, _ documents: [Fact], at now: Date, _ due: Date?) {
            (testDescription, self.documents, self.now, self.due) = (name, documents, now, due)
        }
    }

    static let byTime: [Row] = [
        Row("a running period", month, at: .at("01-15"), .at("02-01")),
        Row("a grace period", month + EntitlementDecisionTests.inGrace, at: .at("02-10"), .at("02-17")),
        Row("a canceled period", month + ArrivalScenario.ended("01-20"), at: .at("01-25"), .at("02-01")),
        Row("a canceled period that is over", month + ArrivalScenario.ended("02-01"), at: .at("02-02"), nil),
        Row(
            "a period that is over and was not to renew",
            month + ArrivalScenario.info("01-20") { $0.willAutoRenew = false },
            at: .at("02-02"),
            nil
        ),
        Row(
            "a charge that failed for good",
            month + EntitlementDecisionTests.failed,
            at: .at("04-01") + 1,
            nil
        ),
        Row("a plan that was left", left, at: .at("02-02"), nil),
        Row("a one-time purchase", ArrivalScenario.bought(product: "forever"), at: .at("01-15"), nil),
        Row("a one-time purchase of tomorrow", ArrivalScenario.bought(product: "forever"), at: .at("01-01") - day, nil),
        Row("a subscription that begins in a moment", month, at: .at("01-01") - 5, .at("01-01")),
        Row(
            "two periods that begin later",
            month + ArrivalScenario.renewed,
            at: .at("01-01") - 5,
            .at("01-01")
        ),
    ]

    static let asked: [Row] = [
        Row("a renewal that is to come", month + info, at: .at("02-01") + 300, .at("02-01") + 900),
        Row("a renewal that is late", month + info, at: .at("02-01") + day - 60, .at("02-02")),
        Row("a renewal that did not come", month + info, at: .at("02-02"), .at("02-03")),
        Row("a charge that is retried", month + EntitlementDecisionTests.failed, at: .at("02-10"), .at("02-11")),
        Row(
            "the last day of retries",
            month + EntitlementDecisionTests.failed,
            at: .at("04-01") - 60,
            .at("04-01")
        ),
        Row("a refund that left auto-renew on", month + info + withdrawn(.refundFull), at: .at("01-15"), .at("02-01")),
        Row("the same after its period", month + info + withdrawn(.refundFull), at: .at("02-02"), .at("02-03")),
    ]

    static let notAsked: [Row] = [
        Row("a refund, and no statement about auto-renew", month + withdrawn(.refundFull), at: .at("01-15"), nil),
        Row(
            "a refund that turned auto-renew off",
            month + withdrawn(.refundFull) + ArrivalScenario.info("01-10") { $0.willAutoRenew = false },
            at: .at("01-15"),
            nil
        ),
        Row("a refund of a part", month + info + withdrawn(.refundProrated), at: .at("01-15"), nil),
        Row("the end of Family Sharing", month + info + withdrawn(.familyRevoke), at: .at("01-15"), nil),
        Row(
            "a refund of a commitment's month",
            committed + info + withdrawn(.refundFull, committed: true),
            at: .at("01-15"),
            nil
        ),
    ]

    @Test(arguments: byTime + asked + notAsked)
    func `a purchase is looked at again when its state may have changed`(row: Row) {
        #expect(Self.due(row.documents, at: row.now) == row.due)
    }

    static let silent: [(String, [Fact], Date, Date?)] = [
        ("a renewal that is to come", month + info, .at("02-01") + 300, .at("02-02")),
        ("an end that no document explains", month, .at("02-02"), nil),
        ("a charge that is retried", month + EntitlementDecisionTests.failed, .at("02-10"), .at("04-01")),
        ("a refund that left auto-renew on", month + info + withdrawn(.refundFull), .at("01-15"), nil),
    ]

    @Test(arguments: silent)
    func `where Apple cannot be asked, only time is waited for`(
        row: (name: String, documents: [Fact], now: Date, due: Date?)
    ) {
        #expect(Self.due(row.documents, at: row.now, canAskApple: false) == row.due, "\(row.name)")
    }

    static let waits: [(TimeInterval, TimeInterval?)] = [
        (0, 600), (599, 600), (601, 601), (1200, 1200), (day - 1, day - 1), (day, day), (day + 1, day), (30 * day, day),
        (65 * day - 1, day), (65 * day, nil), (70 * day, nil),
    ]

    @Test(arguments: waits)
    func `Apple is asked less often the longer the end is past, for 65 days`(age: TimeInterval, wait: TimeInterval?) {
        let now = Date.at("02-01") + age
        #expect(Self.due(Self.month, at: now) == wait.map { now + $0 })
    }

    static let committedWaits: [(TimeInterval, TimeInterval?)] = [
        (65 * day, day), (95 * day - 1, day), (95 * day, nil),
    ]

    @Test(arguments: committedWaits)
    func `Apple is asked about a commitment for 95 days`(age: TimeInterval, wait: TimeInterval?) {
        let now = Date.at("02-01") + age
        #expect(Self.due(Self.committed, at: now) == wait.map { now + $0 })
    }

    // MARK: - A scheduled question

    static let questions: [(String, Date, Date, [Fact], Date)] = [
        // The question of which day, today, the document that comes, and when to look again.
        ("an older document", .at("02-01") + 600, .at("02-01") + 60, info, .at("02-01") + 600),
        ("a renewal", .at("02-03"), .at("02-02"), ArrivalScenario.renewed, .at("03-01")),
        ("a renewal on the day of the end", .at("02-01"), .at("02-02"), ArrivalScenario.renewed, .at("03-01")),
        ("a renewal, asked before the end", .at("01-31"), .at("02-02"), ArrivalScenario.renewed, .at("01-31")),
        ("a renewal that is over", .at("02-03"), .at("03-01"), ArrivalScenario.renewed, .at("02-03")),
        ("a renewal, asked after its end", .at("03-10"), .at("02-02"), ArrivalScenario.renewed, .at("03-01")),
        ("a cancellation", .at("02-03"), .at("02-02"), ArrivalScenario.ended("02-01"), .at("02-03")),
    ]

    @Test(arguments: questions)
    func `only a later period that runs makes a scheduled question unnecessary`(
        row: (name: String, scheduled: Date, now: Date, document: [Fact], due: Date)
    ) {
        var world = FulfillmentWorld()
        world.now = .at("01-15")
        world.process(Self.month, .notified)
        world.reported["1"]?.dueDate = row.scheduled
        world.now = row.now
        world.process(row.document, FulfillmentInput(.documents(.history), actor: "recovery"))
        #expect(world.reported["1"]?.dueDate == row.due, "\(row.name)")
    }

    @Test(arguments: [(-1.0, -1.0), (0, 0), (1, 0)])
    func `Apple's answer is awaited no longer than the state lasts`(later: TimeInterval, expected: TimeInterval) {
        var world = FulfillmentWorld()
        world.now = .at("02-10")
        world.process(Self.month + EntitlementDecisionTests.inGrace, .shown())
        world.reported["1"]?.dueDate = .at("02-11")
        world.now = .at("02-11")
        world.process([], .recheck(AppleQuestion(due: .at("02-11"), again: .at("02-17") + later)))
        #expect(world.reported["1"]?.dueDate == .at("02-17") + expected)
    }

    // MARK: - Late notifications

    static let late: [(String, TimeInterval, IntakeSource, ProductID, Bool)] = [
        ("half an hour and a second", 1801, .notification, "monthly", true),
        ("half an hour", 1800, .notification, "monthly", false),
        ("a minute", 60, .notification, "monthly", false),
        ("a day, in Apple's notification history", 86_400, .history, "monthly", false),
        ("a day, for a one-time purchase", 86_400, .notification, "forever", false),
    ]

    @Test(arguments: late)
    func `Apple is asked at once about a subscription whose notification is late`(
        row: (name: String, age: TimeInterval, source: IntakeSource, product: ProductID, isAsked: Bool)
    ) {
        var world = FulfillmentWorld()
        world.now = .at("01-01") + row.age
        let bought = ArrivalScenario.bought(to: row.product == "monthly" ? "02-01" : nil, product: row.product)
        let documents = ArrivalScenario.notification(.subscribed, .initialBuy, "01-01") + bought
        world.process(documents, FulfillmentInput(.documents(row.source), actor: "test"))
        #expect((world.reported["1"]?.dueDate == world.now) == row.isAsked, "\(row.name)")
    }

    // MARK: - Stages

    struct Life: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var policy = CommercePolicy.standard
        /// What comes on which days.
        var steps: [(String, [Fact])]
        /// The stages, with their effect on access and whether each is sent each time.
        var stages: [String]
    }

    static let lives: [Life] = [
        Life(
            testDescription: "a grace period that keeps access",
            steps: [("01-01", month), ("02-02", EntitlementDecisionTests.inGrace), ("02-18", [])],
            stages: ["billingFailed remained 02-02", "gracePeriodExpired ended 02-17"]
        ),
        Life(
            testDescription: "a grace period that the team ignores",
            policy: CommercePolicy(honorsGracePeriod: false),
            steps: [("01-01", month), ("02-02", EntitlementDecisionTests.inGrace), ("02-18", [])],
            stages: ["billingFailed ended 02-01", "gracePeriodExpired endedBefore 02-01"]
        ),
        Life(
            testDescription: "a grace period that ends early",
            steps: [
                ("01-01", month), ("02-02", EntitlementDecisionTests.inGrace),
                (
                    "02-10",
                    ArrivalScenario.info("02-10") {
                        ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
                    }
                ),
            ],
            stages: ["billingFailed remained 02-02", "gracePeriodExpired ended 02-01"]
        ),
        Life(
            testDescription: "retries that end",
            steps: [("01-01", month), ("02-02", EntitlementDecisionTests.failed), ("04-20", [])],
            stages: ["billingFailed ended 02-01", "expired endedBefore 02-01"]
        ),
        Life(
            testDescription: "an end, an extension and another end",
            steps: [
                ("01-01", month), ("02-02", ArrivalScenario.ended("02-01")),
                ("02-03", ArrivalScenario.bought(to: "02-05", signed: "02-03")), ("02-06", []),
            ],
            stages: ["expired ended 02-01", "expired ended 02-05"]
        ),
        Life(
            testDescription: "a subscription that is over when it becomes known",
            steps: [("02-02", month + ArrivalScenario.ended("02-01"))],
            stages: ["expired ended 02-01 once"]
        ),
        Life(
            testDescription: "a second failure of which the recovery came late",
            steps: [
                ("01-01", month), ("02-02", EntitlementDecisionTests.failed),
                (
                    "03-06",
                    ArrivalScenario.bought("12", "02-05", to: "03-05", reason: .renewal)
                        + ArrivalScenario.info("03-05") {
                            ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
                        }
                ),
            ],
            stages: ["billingFailed ended 02-01", "billingFailed ended 03-05"]
        ),
        Life(
            testDescription: "a plan that was left for another",
            steps: [("01-01", month), ("01-15", left), ("02-02", [])],
            stages: []
        ),
        Life(testDescription: "a refund", steps: [("01-01", month), ("01-15", withdrawn(.refundFull))], stages: []),
        Life(
            testDescription: "a renewal that is awaited",
            steps: [("01-01", month + info), ("02-01", [])],
            stages: []
        ),
    ]

    @Test(arguments: lives)
    func `a stage tells when it was reached and its effect on access`(life: Life) {
        var world = FulfillmentWorld()
        world.policy = life.policy
        world.order("o", "monthly", token: FulfillmentTests.token)
        for (day, documents) in life.steps {
            world.now = .at(day)
            world.process(documents, documents.isEmpty ? .recheck() : .notified)
        }
        let stages = world.events.compactMap { event -> String? in
            guard case .stage(let stage, _, let access, _) = event.kind else { return nil }
            let day = String("\(event.occurredDate.ISO8601Format())".dropFirst(5).prefix(5))
            return "\(stage) \(access) \(day)" + (event.isSentEachTime ? "" : " once")
        }
        #expect(stages == life.stages)
    }
}
