// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The dates that a provider may write, read as the end of an entitlement.
@Suite struct ProviderDateTests {
    /// What a provider's date is in milliseconds since 1970; nothing when it cannot be read.
    private func milliseconds(_ value: JSONValue) throws -> Int64? {
        let reader = try JSONProviderReader(fields: ["pro": ProviderFields(entitled: "on", until: "end")])
        do {
            let answer = try reader.answer(["on": true, "end": value], asOf: .utc("2026-05-20"))
            return answer.entitlements.first?.end.date?.millisecondsSince1970
        } catch {
            #expect(error.code == .invalid && error.member == "end")
            return nil
        }
    }

    @Test(
        arguments: [
            ("2026-05-01T10:20:30Z", "2026-05-01 10:20:30", 0), ("2026-05-01 10:20:30z", "2026-05-01 10:20:30", 0),
            // The second that is added to a day is the next minute's first.
            ("2026-05-01T23:59:60Z", "2026-05-02 00:00:00", 0), ("2026-05-01T23:59:59Z", "2026-05-01 23:59:59", 0),
            // Milliseconds are read, and what is finer is left out.
            ("2026-05-01T10:20:30.5Z", "2026-05-01 10:20:30", 500),
            ("2026-05-01T10:20:30.05Z", "2026-05-01 10:20:30", 50),
            ("2026-05-01T10:20:30.123Z", "2026-05-01 10:20:30", 123),
            ("2026-05-01T10:20:30.1239Z", "2026-05-01 10:20:30", 123),
            // The longest text that is read has 40 characters.
            ("2026-05-01T10:20:30.1234567890123456789Z", "2026-05-01 10:20:30", 123),
            ("2026-05-01T10:20:30+05:30", "2026-05-01 04:50:30", 0),
            ("2026-05-01T10:20:30+0530", "2026-05-01 04:50:30", 0),
            ("2026-05-01T10:20:30.25-03:45", "2026-05-01 14:05:30", 250),
            ("2026-05-01T10:20:30+23:59", "2026-04-30 10:21:30", 0),
            ("2026-05-01T10:20:30-00:01", "2026-05-01 10:21:30", 0),
        ] as [(String, String, Int64)]
    )
    func `ISO 8601 is read with a fraction and an offset`(text: String, utc: String, fraction: Int64) throws {
        #expect(try milliseconds(.string(text)) == Date.utc(utc).millisecondsSince1970 + fraction)
    }

    @Test(arguments: [
        "2026-05-01", "2026-05-01T10:20:30", "2026-05-01X10:20:30Z", "2026-05-01T24:20:30Z", "2026-05-01T10:60:30Z",
        "2026-05-01T10:20:61Z", "2026-05-01T10:20:30.Z", "2026-05-01T10:20:30.12345678901234567890Z",
        "2026-05-01T10:20:30+24:00", "2026-05-01T10:20:30+01:60", "2026-05-01T10:20:30*01:00",
        "2026-05-01T10:20:30+01", "2026-05-01T10:20:30+ab:cd", "2026-05-01T1a:20:30Z",
    ])
    func `a text that is not quite a date is none`(text: String) throws {
        #expect(try milliseconds(.string(text)) == nil)
    }

    @Test(
        arguments: [
            (1_780_272_000, 1_780_272_000_000), (99_999_999_999, 99_999_999_999_000),
            (100_000_000_000, 100_000_000_000),
            (-99_999_999_999, nil), (-100_000_000_000, -100_000_000_000), (253_402_300_799_999, 253_402_300_799_999),
            (253_402_300_800_000, nil), (0, 0),
        ] as [(Int64, Int64?)]
    )
    func `a number is seconds, or milliseconds from a hundred billion on`(number: Int64, expected: Int64?) throws {
        #expect(try milliseconds(.integer(number)) == expected)
    }
}
