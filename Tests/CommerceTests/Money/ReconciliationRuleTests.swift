// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// The rules of reconciliation, each at its limits, with exact amounts.
@Suite struct ReconciliationRuleTests {
    /// A sale at a time of a Pacific day in winter, such as "2026-02-10 12:00:00".
    private static func sale(
        _ id: TransactionID = "1",
        at time: String = "2026-02-10 12:00:00",
        price: Int64 = 9990,
        currency: Currency = "USD",
        quantity: Int = 1,
        change: (inout RecordedSale) -> Void = { _ in }
    ) -> RecordedSale {
        var sale = RecordedSale(
            transactionID: id,
            productID: "gold",
            country: "USA",
            price: Money(milliunits: price, currency: currency),
            quantity: quantity,
            instant: .utc(time) + 8 * 3600
        )
        change(&sale)
        return sale
    }

    private static func refund(
        _ id: TransactionID = "1",
        at time: String = "2026-02-10 12:00:00",
        price: Int64 = 9990,
        currency: Currency = "USD",
        quantity: Int = 1,
        change: (inout RecordedSale) -> Void = { _ in }
    ) -> RecordedSale {
        sale(id, at: time, price: price, currency: currency, quantity: quantity) {
            $0.direction = .refund
            $0.cause = .refund
            change(&$0)
        }
    }

    private static func row(
        _ number: Int = 1,
        on day: String = "2026-02-10",
        price: Int64 = 9990,
        currency: Currency = "USD",
        units: Int = 1,
        change: (inout ReportedSale) -> Void = { _ in }
    ) throws -> ReportedSale {
        var row = ReportedSale(
            row: number,
            day: try #require(CivilDay(day)),
            productID: "gold",
            country: "USA",
            unitPrice: Money(milliunits: price, currency: currency),
            units: units,
            unitProceeds: Money(milliunits: 0, currency: currency)
        )
        change(&row)
        return row
    }

    /// Reconciles, with the reports of the whole year.
    private static func reconcile(
        _ sales: [RecordedSale],
        _ rows: [ReportedSale],
        policy: ReconciliationPolicy = ReconciliationPolicy()
    ) throws -> Reconciliation {
        let first = try #require(CivilDay("2025-10-01"))
        let days = Set((0..<400).map { policyDay(first.adding(days: $0), policy) })
        return Reconciler.reconcile(sales: sales, rows: rows, reportedDays: days, policy: policy)
    }

    private static func policyDay(_ day: CivilDay, _ policy: ReconciliationPolicy) -> CivilDay {
        policy.period == .day ? day : FiscalMonth(containing: day).firstDay
    }

    // MARK: - Days

    @Test(arguments: [
        ("2026-02-10 00:00:00", "2026-02-09", true), ("2026-02-10 02:00:00", "2026-02-09", true),
        ("2026-02-10 02:00:01", "2026-02-09", false), ("2026-02-10 21:59:59", "2026-02-11", false),
        ("2026-02-10 22:00:00", "2026-02-11", true), ("2026-02-10 23:59:59", "2026-02-11", true),
        ("2026-02-10 22:00:00", "2026-02-12", false), ("2026-02-10 02:00:00", "2026-02-08", false),
        ("2026-02-10 23:00:00", "2026-02-09", false), ("2026-02-10 01:00:00", "2026-02-11", false),
    ])
    func `a sale within two hours of midnight may be reported on the other day`(
        time: String,
        reported: String,
        isPaired: Bool
    ) throws {
        let result = try Self.reconcile([Self.sale(at: time)], [Self.row(on: reported)])
        #expect(result.explained.map(\.explanation) == (isPaired ? [.dayEdge] : []))
        #expect(result.explained.map(\.difference) == (isPaired ? [0] : []))
        #expect(
            result.unexplained.map(\.difference)
                == (isPaired ? [] : reported < "2026-02-10" ? [9990, -9990] : [-9990, 9990])
        )
        #expect(result.matched == [])
    }

    @Test(arguments: [
        ("2026-01-06", true), ("2026-01-05", false), ("2026-03-17", true), ("2026-03-18", false), ("2026-02-09", true),
        ("2026-02-11", true),
    ])
    func `a refund may be reported within 35 days before and after it`(reported: String, isPaired: Bool) throws {
        for cause in [RecordedSale.Cause.refund, .refundReversed] {
            let isSale = cause == .refundReversed
            let sale = Self.refund {
                $0.cause = cause
                $0.direction = isSale ? .sale : .refund
            }
            let result = try Self.reconcile([sale], [Self.row(on: reported, units: isSale ? 1 : -1)])
            #expect(result.explained.map(\.explanation) == (isPaired ? [.refundInAnotherPeriod] : []))
            #expect(result.unexplained.count == (isPaired ? 0 : 2))
        }
    }

    @Test(arguments: [
        // Noon: its own day. Before midnight: the next one too. A refund: a week.
        ("2026-02-10 12:00:00", false, ["2026-02-10"], true), ("2026-02-10 12:00:00", false, [], false),
        ("2026-02-10 01:00:00", false, ["2026-02-10"], true), ("2026-02-10 23:00:00", false, ["2026-02-10"], false),
        ("2026-02-10 23:00:00", false, ["2026-02-10", "2026-02-11"], true),
        (
            "2026-02-10 12:00:00", true,
            ["2026-02-10", "2026-02-11", "2026-02-12", "2026-02-13", "2026-02-14", "2026-02-15", "2026-02-16"], false
        ),
        (
            "2026-02-10 12:00:00", true,
            [
                "2026-02-10", "2026-02-11", "2026-02-12", "2026-02-13", "2026-02-14", "2026-02-15", "2026-02-16",
                "2026-02-17",
            ], true
        ),
    ])
    func `a sale is late until all reports that may hold it are there`(
        time: String,
        isRefund: Bool,
        days: [String],
        isMissed: Bool
    ) throws {
        let sale = isRefund ? Self.refund(at: time) : Self.sale(at: time)
        let reported = Set(try days.map { try #require(CivilDay($0)) })
        let result = Reconciler.reconcile(sales: [sale], rows: [], reportedDays: reported)
        let difference: Int64 = isRefund ? 9990 : -9990
        #expect(result.explained.map(\.explanation) == (isMissed ? [] : [.lateReport]))
        #expect(result.explained.map(\.difference) == (isMissed ? [] : [difference]))
        #expect(result.unexplained.map(\.finding) == (isMissed ? [.surplus] : []))
        #expect(result.unexplained.map(\.difference) == (isMissed ? [difference] : []))
    }

    @Test func `financial reports are compared by fiscal month`() throws {
        // February 2026 begins on 1 February, March on 1 March; both are Sundays.
        let policy = ReconciliationPolicy(period: .fiscalMonth)
        let row = try Self.row(on: "2026-02-01")
        for day in ["2026-02-01", "2026-02-14", "2026-02-28"] {
            let result = try Self.reconcile([Self.sale(at: day + " 12:00:00")], [row], policy: policy)
            #expect(result.matched.map(\.units) == [1] && result.unexplained == [])
        }
        let edge = try Self.reconcile([Self.sale(at: "2026-03-01 01:00:00")], [row], policy: policy)
        #expect(edge.explained.map(\.explanation) == [.dayEdge])
        let outside = try Self.reconcile([Self.sale(at: "2026-03-01 12:00:00")], [row], policy: policy)
        #expect(outside.unexplained.map(\.finding) == [.missing, .surplus])
        #expect(outside.unexplained.map(\.group.day.description) == ["2026-02-01", "2026-03-01"])
    }

    // MARK: - Prices

    @Test(arguments: [
        (Currency("USD"), 1, false, Int64(9), true), ("USD", 1, false, 10, false), ("USD", 1, false, -9, true),
        ("USD", 1, false, -10, false), ("USD", 3, false, 27, true), ("USD", 3, false, 30, false),
        ("JPY", 1, true, 999, true), ("JPY", 1, true, 1000, false), ("JPY", 1, false, 10, false),
        ("USD", 1, true, 10, false), ("KRW", 2, true, -1998, true), ("KRW", 2, true, -2000, false),
    ])
    func `prices differ by rounding when less than the smallest coin lies between them`(
        currency: Currency,
        quantity: Int,
        isShare: Bool,
        difference: Int64,
        isRounding: Bool
    ) throws {
        let price = 300_000 * Int64(quantity)
        let sale = Self.sale(price: price, currency: currency, quantity: quantity) { $0.isShare = isShare }
        let unit = 300_000 + difference / Int64(quantity)
        let row = try Self.row(price: unit, currency: currency, units: quantity)
        let result = try Self.reconcile([sale], [row])
        #expect(result.explained.map(\.explanation) == (isRounding ? [.rounding] : []))
        #expect(result.explained.map(\.difference) == (isRounding ? [difference] : []))
        #expect(result.unexplained.map(\.finding) == (isRounding ? [] : [.price]))
        #expect(result.unexplained.map(\.difference) == (isRounding ? [] : [difference]))
        #expect(result.unexplained.map(\.ours) == (isRounding ? [] : [price]))
        #expect(result.unexplained.map(\.reported) == (isRounding ? [] : [price + difference]))
    }

    @Test(arguments: [
        (Int64(333), Int64(342), true), (333, 343, false), (333, -342, true), (333, -343, false),
    ])
    func `what an upgrade gave back may differ by a day of the period and a coin`(
        dayPrice: Int64,
        difference: Int64,
        isExplained: Bool
    ) throws {
        let rest = Self.refund(price: 5000) {
            $0.cause = .upgrade
            $0.dayPrice = dayPrice
        }
        let result = try Self.reconcile([rest], [Self.row(price: 5000 + difference, units: -1)])
        #expect(result.explained.map(\.explanation) == (isExplained ? [.upgrade] : []))
        // Apple gave back more than we say: less money is left.
        #expect(result.explained.map(\.difference) == (isExplained ? [-difference] : []))
        #expect(result.unexplained.map(\.difference) == (isExplained ? [] : [-difference]))
    }

    @Test func `a difference beyond 64 bits is not a rounding`() throws {
        let sale = Self.sale(price: .min)
        #expect(try Self.reconcile([sale], [Self.row(price: .max)]).explained == [])
        let rest = Self.sale(price: .min) { $0.dayPrice = .max }
        #expect(try Self.reconcile([rest], [Self.row(price: .max)]).explained == [])
    }

    @Test(arguments: [
        (RecordedSale.Direction.sale, 2, 2, true), (.sale, 2, 3, true), (.sale, 2, 1, false), (.sale, 2, -2, false),
        (.refund, 2, -2, true), (.refund, 2, -3, true), (.refund, 2, -1, false), (.refund, 2, 2, false),
    ])
    func `a row accounts for a sale at another price when it has all its units`(
        direction: RecordedSale.Direction,
        quantity: Int,
        units: Int,
        isPrice: Bool
    ) throws {
        let sale =
            direction == .sale
            ? Self.sale(price: 20_000, quantity: quantity) : Self.refund(price: 20_000, quantity: quantity)
        let result = try Self.reconcile([sale], [Self.row(price: 11_000, units: units)])
        let price = result.unexplained.first { $0.finding == .price }
        #expect((price != nil) == isPrice)
        let sign: Int64 = direction == .sale ? 1 : -1
        if isPrice { #expect(price?.ours == sign * 20_000 && price?.reported == sign * 22_000) }
        let left = isPrice ? units - Int(sign) * quantity : units
        #expect(
            result.unexplained.first { $0.finding == .missing }?.reported == (left == 0 ? nil : Int64(left) * 11_000)
        )
        #expect(result.unexplained.first { $0.finding == .surplus }?.ours == (isPrice ? nil : sign * 20_000))
    }

    @Test func `a price that the catalog assumed is explained by what the row is`() throws {
        let other = try Self.row(price: 8000)
        let assumed = Self.sale { $0.isPriceAssumed = true }
        #expect(try Self.reconcile([assumed], [other]).explained.map(\.explanation) == [.priceUnknown])
        #expect(try Self.reconcile([assumed], [other]).explained.map(\.difference) == [-1990])
        let preserved = try Self.row(price: 8000) { $0.isPreservedPrice = true }
        #expect(try Self.reconcile([assumed], [preserved]).explained.map(\.explanation) == [.preservedPrice])
        let offered = Self.sale {
            $0.isPriceAssumed = true
            $0.offerType = .promotional
        }
        #expect(try Self.reconcile([offered], [other]).explained.map(\.explanation) == [.offerPrice])
        // A document's own price is not explained by any of these.
        for change in [{ (sale: inout RecordedSale) in }, { $0.offerType = .promotional }] {
            let stated = Self.sale(change: change)
            #expect(try Self.reconcile([stated], [preserved]).unexplained.map(\.finding) == [.price])
        }
    }

    // MARK: - What is set aside

    @Test func `what was never charged in production is not looked for`() throws {
        let free = Self.sale("1", price: 0)
        let sandbox = Self.sale("2") { $0.environment = .sandbox }
        let family = Self.sale("3") { $0.ownership = .familyShared }
        let result = try Self.reconcile([free, sandbox, family], [])
        #expect(Set(result.explained.map(\.explanation)) == [.nothingPaid, .sandbox, .familyShare])
        #expect(result.explained.allSatisfy { $0.difference == 0 && $0.row == nil })
        #expect(result.unexplained == [])
    }

    @Test func `a transaction that is in the books twice is doubled once`() throws {
        let result = try Self.reconcile([Self.sale(), Self.sale()], [Self.row(units: 2)])
        #expect(result.matched.map(\.units) == [1])
        #expect(result.unexplained.map(\.finding) == [.surplus, .missing])
        #expect(result.unexplained.map(\.difference) == [-9990, 9990])
        // A refund of the same transaction, and another payment for it, are not doubles.
        let moves = [
            Self.sale(), Self.refund(),
            Self.sale(at: "2026-02-10 13:00:00") { $0.cause = .refundReversed },
        ]
        let other = try Self.reconcile(moves, [Self.row(1, units: 2), Self.row(2, units: -1)])
        #expect(other.unexplained == [] && other.explained == [])
        #expect(other.matched.map(\.units).sorted() == [-1, 1, 1])
    }

    // MARK: - Units

    @Test func `one row may account for several sales, and several rows for one`() throws {
        let sales = [Self.sale("1", price: 30_000, quantity: 3), Self.sale("2", price: 10_000)]
        let rows = [try Self.row(1, price: 10_000, units: 2), try Self.row(2, price: 10_000, units: 2)]
        let result = try Self.reconcile(sales, rows)
        #expect(result.unexplained == [] && result.explained == [])
        let units = result.matched.map { "\($0.sales[0].transactionID): \($0.units) of row \($0.row.row)" }
        #expect(units == ["1: 2 of row 1", "1: 1 of row 2", "2: 1 of row 2"])
    }

    @Test(arguments: [(1000, true), (1001, false)])
    func `a sale of more than a thousand units has no counterpart`(quantity: Int, isMatched: Bool) throws {
        let sale = Self.sale(price: Int64(quantity) * 10, quantity: quantity)
        let result = try Self.reconcile([sale], [Self.row(price: 10, units: quantity)])
        #expect(result.matched.map(\.units) == (isMatched ? [quantity] : []))
    }

    @Test func `a price that is not a whole number for each unit is rounding`() throws {
        let sale = Self.sale(price: 10_001, quantity: 2)
        let result = try Self.reconcile([sale], [Self.row(price: 5000, units: 2)])
        #expect(result.explained.map(\.explanation) == [.rounding] && result.explained.map(\.difference) == [-1])
    }

    @Test func `a sale that could be reported on two days leaves its day to one that could not`() throws {
        let sales = [Self.sale("1", at: "2026-02-10 23:30:00"), Self.sale("2", at: "2026-02-10 12:00:00")]
        for rows in [
            [try Self.row(1, on: "2026-02-10"), try Self.row(2, on: "2026-02-11")],
            [try Self.row(2, on: "2026-02-11"), try Self.row(1, on: "2026-02-10")],
        ] {
            let result = try Self.reconcile(sales, rows)
            #expect(result.matched.map { $0.sales[0].transactionID } == ["2"])
            #expect(result.explained.map { $0.sale?.transactionID } == ["1"])
            #expect(result.unexplained == [])
        }
    }

    @Test func `a chain of sales near midnight moves so that each is reported`() throws {
        // Each day's late sale may be on the next day; the first day has no report of its own sale.
        let sales = (10..<15).map { Self.sale(TransactionID(rawValue: "\($0)"), at: "2026-02-\($0) 23:30:00") }
        let rows = try (11..<16).map { try Self.row($0, on: "2026-02-\($0)") }
        let result = try Self.reconcile(sales, rows)
        #expect(result.unexplained == [])
        #expect(result.matched.count + result.explained.count == 5)
    }

    @Test func `a refund is paired with the nearest day, and of two equally near with the later`() throws {
        let sale = Self.refund()
        func day(_ days: [String]) throws -> String? {
            let rows = try days.enumerated().map { try Self.row($0.offset, on: $0.element, units: -1) }
            return try Self.reconcile([sale], rows).explained.first?.row?.day.description
        }
        #expect(try day(["2026-02-07", "2026-02-14"]) == "2026-02-07")
        #expect(try day(["2026-02-07", "2026-02-13"]) == "2026-02-13")
        #expect(try day(["2026-02-05", "2026-02-13"]) == "2026-02-13")
    }

    @Test(arguments: [
        ["2026-02-01", "2026-02-09"], ["2026-02-09", "2026-02-01"], ["2026-02-12", "2026-02-09", "2026-02-20"],
    ])
    func `a refund at a rounded price is paired with the nearest day, too`(days: [String]) throws {
        let rows = try days.enumerated().map { try Self.row($0.offset, on: $0.element, price: 9995, units: -1) }
        let result = try Self.reconcile([Self.refund()], rows)
        #expect(result.explained.map(\.explanation) == [.rounding] && result.explained.map(\.difference) == [-5])
        #expect(result.explained.first?.row?.day.description == "2026-02-09")
    }

    @Test func `a sale of no units has no counterpart`() throws {
        let result = try Self.reconcile([Self.sale(quantity: 0)], [Self.row(), Self.row(2, price: 8000)])
        #expect(result.matched == [] && result.explained == [])
        #expect(result.unexplained.map(\.finding) == [.surplus, .missing])
        #expect(result.unexplained.map(\.difference) == [-9990, 17_990])
    }

    @Test func `of two equal sales the one that looks like a double goes without`() throws {
        let sales = [Self.sale("2"), Self.sale("1"), Self.sale("3", at: "2026-02-10 13:00:00")]
        let result = try Self.reconcile(sales, [Self.row(units: 2)])
        #expect(result.matched.map { $0.sales[0].transactionID }.sorted() == ["1", "3"])
        #expect(result.unexplained.first?.suspects.first?.transactionID == "2")
        #expect(Set(result.unexplained.first?.suspects.map(\.transactionID) ?? []) == ["1", "2", "3"])
    }

    // MARK: - What is unexplained

    @Test func `suspects are sales like the extra one, the nearest day first`() throws {
        // The nearest day's sales are accounted for; the one of the 9th near midnight could have been reported on the
        // 10th.
        let extra = Self.sale("10", at: "2026-02-10 12:00:00", price: 5000)
        let near = Self.sale("1", at: "2026-02-10 15:00:00")
        let edge = Self.sale("2", at: "2026-02-09 23:30:00")
        let far = Self.sale("3", at: "2026-02-12 12:00:00")
        let other = Self.sale("4", at: "2026-02-10 12:00:00") { $0.productID = "silver" }
        let abroad = Self.sale("5", at: "2026-02-10 12:00:00") { $0.country = "DEU" }
        let back = Self.refund("6", at: "2026-02-10 12:00:00")
        let euro = Self.sale("7", at: "2026-02-10 12:00:00", currency: "EUR")
        let rows = [
            try Self.row(1, on: "2026-02-10"), try Self.row(2, on: "2026-02-10"), try Self.row(3, on: "2026-02-12"),
            try Self.row(4) { $0.productID = "silver" }, try Self.row(5) { $0.country = "DEU" },
            try Self.row(6, units: -1), try Self.row(7, currency: "EUR"),
        ]
        let result = try Self.reconcile([extra, near, edge, far, other, abroad, back, euro], rows)
        #expect(result.unexplained.map(\.finding) == [.surplus])
        #expect(result.unexplained.flatMap(\.suspects).map(\.transactionID) == ["10", "1", "2"])
    }

    @Test func `what is unexplained adds up by group and finding, in the groups' order`() throws {
        let sales = [
            Self.sale("1", at: "2026-02-11 12:00:00"), Self.sale("2", at: "2026-02-11 12:30:00"),
            Self.sale("3", at: "2026-02-10 12:00:00") { $0.productID = "silver" },
            Self.sale("4", at: "2026-02-10 12:00:00") { $0.country = "DEU" },
            Self.sale("5", at: "2026-02-10 12:00:00"),
            Self.sale("6", at: "2026-02-10 12:00:00", currency: "EUR"),
        ]
        let rows = [
            try Self.row(1, on: "2026-02-12", price: 100, units: 2), try Self.row(2, on: "2026-02-12", price: 70),
        ]
        let result = try Self.reconcile(sales, rows)
        let found = result.unexplained.map {
            "\($0.group) \($0.finding.rawValue) \($0.ours) \($0.reported) \($0.rows.count)"
        }
        #expect(
            found == [
                "2026-02-10 gold DEU USD extra 9990 0 0", "2026-02-10 gold USA EUR extra 9990 0 0",
                "2026-02-10 gold USA USD extra 9990 0 0", "2026-02-10 silver USA USD extra 9990 0 0",
                "2026-02-11 gold USA USD extra 19980 0 0", "2026-02-12 gold USA USD missing 0 270 2",
            ]
        )
        #expect(result.unexplainedAmounts == ["USD": BoundedSum(9990 * 5 + 270), "EUR": 9990])
        #expect(result.exceedsThreshold(above: 50_219) && !result.exceedsThreshold(above: 50_220))
    }
}
