// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Persistence
import Testing

@Suite struct QueryTests {
    @Test func `an interpolated value is bound, never text`() {
        let hostile = "'; DROP TABLE facts; --"
        let query: Query = "SELECT id FROM orders WHERE id = \(hostile) AND created > \(5) AND token = \(String?.none)"
        #expect(query.text == "SELECT id FROM orders WHERE id = ? AND created > ? AND token = ?")
        #expect(query.bindings == [.text(hostile), .integer(5), .null])
    }

    @Test func `values are numbered where a database wants numbers, through pieces and lists`() {
        let piece: Query = "b = \(2) OR c IN \(list: [.integer(3), .text("four")])"
        let query: Query = "a = \(1) AND (\(piece)) LIMIT \(5)"
        #expect(query.textWithNumbers == "a = $1 AND (b = $2 OR c IN ($3, $4)) LIMIT $5")
        #expect(query.bindings == [.integer(1), .integer(2), .integer(3), .text("four"), .integer(5)])
    }

    @Test func `an empty list matches nothing and is still a statement`() {
        let query: Query = "a IN \(list: [])"
        #expect(query.text == "a IN (NULL)")
        #expect(query.bindings.isEmpty)
    }

    @Test func `identifiers, instants, bytes and truth are bound in the form in which they are stored`() {
        let product: ProductID = "com.example.coins"
        let query: Query = "\(product) \(Date.second(0)) \(Data([1, 2])) \(true) \(ProductID?.none)"
        #expect(
            query.bindings == [
                .text("com.example.coins"), .integer(1_767_225_600_000), .bytes([1, 2]), .integer(1), .null,
            ]
        )
    }

    @Test func `a row is read column by column as the types asked for`() throws {
        let values: [StoredValue] = [.integer(7), .null, .text("USD"), .integer(1_767_225_600_000), .null]
        var row = Row { values[$0] }
        #expect(try row.next(Int.self) == 7)
        #expect(try row.next(String?.self) == nil)
        #expect(try row.next(Currency.self) == "USD")
        #expect(try row.next(Date.self) == .second(0))
        #expect(try row.next(ProductID?.self) == nil)
    }

    @Test func `a column of another kind is damage that names the column`() {
        var row = Row { _ in .text("not a number") }
        let error = #expect(throws: DatabaseError.self) { try row.next(Int64.self) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("column 0") == true)
        #expect(error?.message.contains("not a number") == false)
    }
}
