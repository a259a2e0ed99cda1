// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct PriceTierTests {
    @Test(arguments: [
        ("1", "6", "0.99"), ("2", "12", "1.99"), ("50", "328", "49.99"), ("60", "648", "99.99"),
        ("87", "6498", "999.99"), ("A", "1", "0.99"), ("B", "3", "0.99"), ("alternate-4", "28", "3.99"),
    ])
    func `a level has its prices in both currencies`(name: String, yuan: String, dollars: String) throws {
        let level = try #require(try PriceTierTable.shipped().level(name))
        #expect(level.prices["CNY"] == Money(decimal: yuan, currency: "CNY"))
        #expect(level.prices["USD"] == Money(decimal: dollars, currency: "USD"))
    }

    @Test func `the table holds levels 1 to 87 and seven alternates`() throws {
        #expect(try PriceTierTable.shipped().levels.count == 94)
    }

    @Test func `several levels may have a price`() throws {
        let table = try PriceTierTable.shipped()
        #expect(table.levels(at: Money(milliunits: 6000, currency: "CNY")).map(\.name) == ["1"])
        #expect(table.levels(at: Money(milliunits: 12_000, currency: "CNY")).map(\.name) == ["2", "alternate-2"])
        #expect(table.levels(at: Money(milliunits: 12_000, currency: "USD")).isEmpty)
    }

    @Test(arguments: ["level", "level\n1", "level\tCNY\n1\t\t6", "level\tCNY\n1\t6\t"])
    func `a table of levels has a price in each column`(text: String) {
        #expect(throws: PriceDataError.self) { try PriceTierTable(date: "2022-12-06", tabSeparated: text) }
    }

    @Test func `a line without its prices is named`() {
        let error = #expect(throws: PriceDataError.self) {
            try PriceTierTable(date: "2022-12-06", tabSeparated: "level\tCNY\n1\tsix")
        }
        #expect(error?.description.contains("1\tsix") == true)
    }
}
