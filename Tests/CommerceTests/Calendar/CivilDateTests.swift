// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

@Suite struct CivilDateTests {
    /// Days after 1 January 1970, and their dates.
    ///
    /// A year before year 1 is the same as the one 400 years later.
    static let dates: [(Int, Int, Int, Int)] = [
        (-865_626, -401, 12, 31), (-865_566, -400, 2, 29), (-865_565, -400, 3, 1), (-719_529, -1, 12, 31),
        (-719_528, 0, 1, 1), (-719_470, 0, 2, 28), (-719_469, 0, 2, 29), (-719_468, 0, 3, 1), (-719_163, 0, 12, 31),
        (-719_162, 1, 1, 1), (-682_945, 100, 2, 28), (-682_944, 100, 3, 1), (-141_427, 1582, 10, 15),
        (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1), (-1, 1969, 12, 31), (0, 1970, 1, 1), (11_016, 2000, 2, 29),
        (11_017, 2000, 3, 1), (11_322, 2000, 12, 31), (19_782, 2024, 2, 29), (47_541, 2100, 3, 1),
        (157_113, 2400, 2, 29), (157_114, 2400, 3, 1), (2_932_896, 9999, 12, 31), (2_932_897, 10000, 1, 1),
    ]

    @Test(arguments: dates)
    func `a date is counted in days from 1 January 1970`(count: Int, year: Int, month: Int, day: Int) throws {
        let date = CivilDate(year: year, month: month, day: day)
        #expect(date.daysSince1970 == count)
        #expect(CivilDate(daysSince1970: count) == date)
        let civilDay = try #require(CivilDay(year: year, month: month, day: day))
        #expect(civilDay.daysSince1970 == count)
        #expect(civilDay.components == (year, month, day))
    }

    @Test func `the calendar repeats after 400 years`() {
        for count in stride(from: -600_000, to: 600_000, by: 61) {
            let date = CivilDate(daysSince1970: count)
            let later = CivilDate(daysSince1970: count + 146_097)
            #expect((later.year, later.month, later.day) == (date.year + 400, date.month, date.day))
            #expect(date.daysSince1970 == count && date.weekday == later.weekday)
        }
    }

    @Test(arguments: [
        (2024, 0, 10, "2024-01-10"), (2024, -3, 10, "2024-01-10"), (2024, 13, 10, "2024-12-10"),
        (2024, 5, 0, "2024-05-01"), (2024, 4, 31, "2024-04-30"), (2024, 5, 31, "2024-05-31"),
        (2024, 5, 32, "2024-05-31"), (2024, 2, 30, "2024-02-29"), (2023, 2, 29, "2023-02-28"),
        (1900, 2, 29, "1900-02-28"), (2000, 2, 29, "2000-02-29"), (987, 6, 31, "0987-06-30"), (7, 9, 31, "0007-09-30"),
        (12345, 11, 31, "12345-11-30"),
    ])
    func `a day or month that the calendar lacks becomes the nearest it has`(
        year: Int,
        month: Int,
        day: Int,
        text: String
    ) {
        #expect(CivilDate(year: year, month: month, day: day).description == text)
    }

    @Test(arguments: [
        ("2023-11-30", "2023-11-30"), ("2023-11-30", "2023-12-01"), ("2023-12-31", "2024-01-01"),
        ("2024-01-31", "2024-02-01"), ("2024-02-01", "2024-02-02"),
    ])
    func `dates are in the order of the calendar`(first: String, second: String) throws {
        let (first, second) = (try #require(CivilDay(first)), try #require(CivilDay(second)))
        let dates = [first, second].map { CivilDate(daysSince1970: $0.daysSince1970) }
        #expect((dates[0] < dates[1]) == (first != second) && !(dates[1] < dates[0]))
        #expect((first < second) == (first != second) && !(second < first))
    }

    @Test(arguments: [
        ("0000-12-31", false), ("0001-01-01", true), ("9998-12-31", true), ("9999-01-01", false),
    ])
    func `a day may be asked about when the months around it have years of four digits`(
        text: String,
        isSupported: Bool
    ) throws {
        let day = try #require(CivilDay(text))
        #expect(CivilDay.supportedRange.contains(day) == isSupported)
    }
}
