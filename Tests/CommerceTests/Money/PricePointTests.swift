// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct PricePointTests {
    private let points = PricePoints(currency: "CNY", milliunits: [6000, 1000, 3000, 3000, 0, -5])

    @Test(arguments: [(Int64(0), Int64(1000)), (2000, 1000), (2001, 3000), (4500, 3000), (4501, 6000), (99_000, 6000)])
    func `the nearest point is found, the lower of two equally near`(amount: Int64, nearest: Int64) {
        #expect(points.nearest(to: amount)?.milliunits == nearest)
    }

    @Test func `the points around an amount are found`() {
        #expect(points.highest(upTo: 2999)?.milliunits == 1000)
        #expect(points.highest(upTo: 3000)?.milliunits == 3000)
        #expect(points.highest(upTo: 999) == nil)
        #expect(points.lowest(from: 3001)?.milliunits == 6000)
        #expect(points.lowest(from: 6001) == nil)
        #expect(points.contains(Money(milliunits: 3000, currency: "CNY")))
        #expect(!points.contains(Money(milliunits: 3000, currency: "USD")))
    }

    @Test(arguments: ["1.8", "1.99", "3.99", "0.5", "9.5", "57", "200", "648", "6498"])
    func `yuan points hold the steps and extras that the articles name`(price: String) throws {
        let china = try #require(try StorefrontTable.shipped()["CHN"])
        let (points, origin) = try #require(try PricePointTable.shipped().points(of: china))
        #expect(origin == .approximation)
        #expect(points.contains(try #require(Money(decimal: price, currency: "CNY"))) == (price != "0.5"))
    }

    @Test func `App Store Connect's points replace the approximation`() throws {
        let china = try #require(try StorefrontTable.shipped()["CHN"])
        var table = try PricePointTable.shipped()
        table.replace("CHN", with: points)
        let (found, origin) = try #require(table.points(of: china))
        #expect(found == points)
        #expect(origin == .appStoreConnect)
    }

    @Test(arguments: [
        "currency\tfrom\tto\nCNY\t1\t2", "currency\tfrom\tto\tstep\nCNY\t2\t1\t1",
        "currency\tfrom\tto\tstep\nCNY\t1\t2",
    ])
    func `a table that cannot be read says why`(text: String) {
        #expect(throws: PriceDataError.self) { try PricePointTable(steps: text) }
    }
}
