// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Testing

@Suite struct ReminderOrderTests {
    @Test func `of two reminders of one instant the one about the end comes first`() throws {
        let day = try #require(LeadTime("P1D"))
        let date = Date.utc("2026-03-10")
        let policy = ReminderPolicy(beforeEnd: [day], beforeRenewal: [day])
        let schedule = ReminderSchedule(end: date, renewal: date, policy: policy)
        #expect(schedule.reminders.map(\.kind) == [.end, .renewal])
        #expect(schedule.reminders.map(\.dueDate) == [.utc("2026-03-09"), .utc("2026-03-09")])
    }

    @Test func `of two reminders of one instant the longer lead time comes first`() throws {
        let (day, week) = (try #require(LeadTime("P1D")), try #require(LeadTime("P7D")))
        let policy = ReminderPolicy(beforeEnd: [day], beforeRenewal: [week])
        let schedule = ReminderSchedule(end: .utc("2026-03-10"), renewal: .utc("2026-03-16"), policy: policy)
        #expect(schedule.reminders.map(\.lead) == [week, day])
    }
}
