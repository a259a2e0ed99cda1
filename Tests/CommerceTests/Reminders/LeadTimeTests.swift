// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct LeadTimeTests {
    static let texts: [(String, Int64, String)] = [
        ("P10D", 10 * 86_400_000, "P10D"), ("P1W", 7 * 86_400_000, "P7D"), ("PT12H", 43_200_000, "PT12H"),
        ("P1DT30M", 88_200_000, "P1DT30M"), ("PT1M", 60_000, "PT1M"), ("P366D", 366 * 86_400_000, "P366D"),
        ("PT90M", 5_400_000, "PT1H30M"), ("PT24H", 86_400_000, "P1D"), ("P2W3DT4H5M", 1_483_500_000, "P17DT4H5M"),
        ("PT999M", 59_940_000, "PT16H39M"),
    ]

    @Test(arguments: texts)
    func `a lead time is read and written in ISO 8601`(text: String, milliseconds: Int64, written: String) throws {
        let lead = try #require(LeadTime(text))
        #expect(lead.milliseconds == milliseconds)
        #expect(lead.description == written)
        #expect(try JSONDecoder().decode([LeadTime].self, from: JSONEncoder().encode([lead])) == [lead])
    }

    @Test(arguments: [
        "", "P", "PT", "P1DT", "P1", "PT0M", "P367D", "P0D", "P1M", "P1Y", "PT1S", "1D", "PT1MT1M", "P1T", "P1TD",
        "PTT1H",
        "PT1000000M", "PD", "PT1D", "P1H",
    ])
    func `any other text, and less than a minute or more than 366 days, is not a lead time`(text: String) {
        #expect(LeadTime(text) == nil)
    }

    static let lengths: [(Int64, Bool)] = [
        (59_999, false), (60_000, true), (366 * 86_400_000, true), (366 * 86_400_000 + 1, false),
    ]

    @Test(arguments: lengths)
    func `a lead time has from one minute to 366 days`(milliseconds: Int64, isValid: Bool) {
        #expect((LeadTime(milliseconds: milliseconds) != nil) == isValid)
    }

    @Test func `reminders are due in time order, for equal instants the longer lead first`() throws {
        let (day, week) = (try #require(LeadTime("P1D")), try #require(LeadTime("P1W")))
        #expect(day < week && !(week < day) && !(day < day))
        let policy = ReminderPolicy(beforeEnd: [day, week], beforeRenewal: [day])
        let schedule = ReminderSchedule(end: .utc("2026-02-14"), renewal: .utc("2026-02-08"), policy: policy)
        #expect(schedule.reminders.map(\.dueDate) == [.utc("2026-02-07"), .utc("2026-02-07"), .utc("2026-02-13")])
        #expect(schedule.reminders.map(\.kind) == [.end, .renewal, .end])
        #expect(schedule.nextDueDate(after: .utc("2026-02-06")) == .utc("2026-02-07"))
        #expect(schedule.nextDueDate(after: .utc("2026-02-07")) == .utc("2026-02-13"))
        #expect(schedule.nextDueDate(after: .utc("2026-02-13")) == nil)
    }

    @Test(arguments: [
        // Planned for the 7th and the 13th; service ends on the 14th.
        ("2026-02-07", "2026-02-06 23:59:59", 0), ("2026-02-07", "2026-02-07", 1), ("2026-02-07", "2026-02-13", 2),
        ("2026-02-08", "2026-02-13", 1), ("2026-02-07", "2026-02-14", 0), ("2026-02-07", "2026-02-13 23:59:59", 2),
    ])
    func `a reminder is sent from its due date on, unless its target has passed`(
        planned: String,
        now: String,
        count: Int
    ) throws {
        let leads = [try #require(LeadTime("P1D")), try #require(LeadTime("P1W"))]
        let schedule = ReminderSchedule(end: .utc("2026-02-14"), renewal: nil, policy: ReminderPolicy(beforeEnd: leads))
        #expect(schedule.due(since: .utc(planned), asOf: .utc(now)).count == count)
        #expect(schedule.due(since: nil, asOf: .utc(now)) == [])
    }

    @Test func `a policy without lead times has no reminders`() throws {
        let day = try #require(LeadTime("P1D"))
        #expect(ReminderPolicy().isEmpty)
        #expect(!ReminderPolicy(beforeEnd: [day]).isEmpty && !ReminderPolicy(beforeRenewal: [day]).isEmpty)
        #expect(ReminderPolicy.maximumReminders == 10)
        let none = ReminderSchedule(
            end: nil,
            renewal: nil,
            policy: ReminderPolicy(beforeEnd: [day], beforeRenewal: [day])
        )
        #expect(none.reminders == [])
        let decoded = try JSONDecoder().decode(ReminderPolicy.self, from: Data(#"{"beforeEnd":["P1D"]}"#.utf8))
        #expect(decoded == ReminderPolicy(beforeEnd: [day]))
    }
}
