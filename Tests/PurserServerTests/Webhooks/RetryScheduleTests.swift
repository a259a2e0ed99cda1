// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import PurserServer

@Suite struct RetryScheduleTests {
    private let start = Date(millisecondsSince1970: 1_700_000_000_000)

    @Test func `ten attempts reach over three days and then end`() {
        var instant = start
        var attempts = 1
        while let next = RetrySchedule.nextAttempt(afterFailures: attempts, at: instant) {
            #expect(next > instant)
            instant = next
            attempts += 1
        }
        #expect(attempts == 10)
        #expect(instant.timeIntervalSince(start) > 2.9 * 86_400)
        #expect(instant.timeIntervalSince(start) < 3.5 * 86_400)
    }

    @Test func `the runbook states the number of attempts and their duration`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../").standardized
        let text = try String(contentsOf: root.appending(path: "Documentation/Runbook.md"), encoding: .utf8)
        let received = try #require(text.firstMatch(of: /rejected some events in (\d+) attempts over (\d+) days/))
        #expect(Int(received.1) == RetrySchedule.intervals.count + 1)
        #expect(Int(received.2) == Int(RetrySchedule.intervals.reduce(0, +) / 86_400))
    }

    @Test func `the first retry comes within seconds`() {
        #expect(RetrySchedule.nextAttempt(afterFailures: 1, at: start) == start.addingTimeInterval(5))
    }
}
