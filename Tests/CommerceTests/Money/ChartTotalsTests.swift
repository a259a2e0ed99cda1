// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct ChartTotalsTests {
    private static let key = ChartRow.Key(product: "club", currency: "USD", measure: .revenue)

    @Test(arguments: [0, 1, -1, 4990, -4990, .max, .min] as [Int64])
    func `an exact sum is the number that it began with`(number: Int64) {
        #expect(ExactSum(number).exactly == number)
        #expect(ExactSum(number).bounded == BoundedSum(number))
        #expect((ExactSum(number) + -ExactSum(number)).isZero)
    }

    @Test func `an exact sum beyond 64 bits is clamped when it is read, and whole again after the difference`() {
        var sum = ExactSum(.max)
        sum += ExactSum(.max)
        #expect(sum.exactly == nil && sum.bounded.value == .max && sum.bounded.isClamped)
        sum += -ExactSum(.max)
        #expect(sum.bounded == BoundedSum(.max))
        var lowest = ExactSum(.min)
        lowest += ExactSum(-1)
        #expect(lowest.exactly == nil && lowest.bounded.value == .min && lowest.bounded.isClamped)
        lowest += ExactSum(1)
        #expect(lowest.exactly == .min)
    }

    @Test func `sums are read from their bytes as they were written`() {
        var sums: [ChartTotals.Place: ExactSum] = [:]
        for day in [-40, 0, 20_000, 20_001, 20_031] as [Int32] {
            for detail in [0, 1, 19_970] as [Int32] {
                sums[ChartTotals.Place(day: day, detail: detail)] = ExactSum(Int64(day) * 4990 - Int64(detail))
            }
        }
        #expect(read(ChartSums.bytes(of: sums)) == sums)
        sums[ChartTotals.Place(day: 20_005)] = ExactSum(.max) + ExactSum(.max)
        sums[ChartTotals.Place(day: 20_006)] = ExactSum(.min) + ExactSum(.min)
        #expect(read(ChartSums.bytes(of: sums)) == sums)
    }

    @Test func `bytes that were cut or have another form are not read`() {
        let bytes = ChartSums.bytes(of: [ChartTotals.Place(day: 20_000): ExactSum(4990)])
        #expect(read(bytes) != nil)
        for count in 2..<bytes.count { #expect(read(Array(bytes.prefix(count))) == nil) }
        #expect(read([]) == nil && read([9] + bytes.dropFirst()) == nil)
    }

    private func read(_ bytes: [UInt8]) -> [ChartTotals.Place: ExactSum]? {
        var sums: [ChartTotals.Place: ExactSum] = [:]
        return ChartSums.forEach(in: bytes) { sums[$0] = $1 } ? sums : nil
    }

    @Test func `what is added and taken away again leaves no sum`() {
        var one = ChartTotals()
        one.add(ExactSum(5), Self.key, ChartTotals.Place(day: 1))
        one.add(ExactSum(0), Self.key, ChartTotals.Place(day: 2))
        #expect(one.series[Self.key]?.count == 1)
        var sum = one
        sum.add(one)
        sum.subtract(one)
        #expect(sum == one)
        sum.subtract(one)
        #expect(sum == ChartTotals())
    }

    @Test(arguments: [nil, "USD", "EUR"] as [Currency?])
    func `the payers of any days are those whose payment before lies earlier, in all and in each currency`(
        currency: Currency?
    ) {
        let payers: [[(day: Int32, currency: Currency)]] = [
            [(10, "USD")], [(10, "USD"), (12, "EUR"), (40, "EUR"), (40, "USD")], [(12, "EUR")],
            [(3, "EUR"), (41, "USD")],
        ]
        var totals = ChartTotals()
        for own in payers {
            var payments = ChartTotals.Payments()
            for payment in own {
                payments.add(
                    .init(sum: ExactSum(1000), isPayment: true),
                    .init(day: payment.day, currency: payment.currency)
                )
            }
            totals.addPayer(of: payments)
        }
        let places = totals.series.first { $0.key.measure == .payers && $0.key.currency == currency }?.value ?? [:]
        for first in 1...45 as ClosedRange<Int32> {
            for last in first...45 {
                let counted = places.filter { (first...last).contains($0.key.day) && $0.key.detail < first }
                let expected = payers.count {
                    $0.contains {
                        (first...last).contains($0.day) && (currency == nil || $0.currency == currency)
                    }
                }
                #expect(counted.values.reduce(0) { $0 + ($1.exactly ?? 0) } == Int64(expected))
            }
        }
    }

    @Test func `what customers paid in their first days is by the day of their first payment in a currency`() {
        var payments = ChartTotals.Payments()
        for (day, currency, amount) in [
            (10, "USD", 1000), (16, "USD", 200), (17, "USD", 30), (40, "USD", -4), (500, "USD", 5), (12, "EUR", 7),
        ] as [(Int32, Currency, Int64)] {
            payments.add(
                .init(sum: ExactSum(amount), isPayment: amount > 0),
                .init(day: day, currency: currency)
            )
        }
        var totals = ChartTotals()
        totals.addPayer(of: payments)
        let values = totals.series.filter { $0.key.measure == .customerValue }
        let dollars = values.first { $0.key.currency == "USD" }?.value.mapValues(\.exactly)
        let euros = values.first { $0.key.currency == "EUR" }?.value.mapValues(\.exactly)
        func places(_ day: Int32, _ sums: [Int32: Int64]) -> [ChartTotals.Place: Int64?] {
            Dictionary(uniqueKeysWithValues: sums.map { (ChartTotals.Place(day: day, detail: $0.key), $0.value) })
        }
        #expect(dollars == places(10, [0: 1231, 7: 1200, 30: 1230, 90: 1226, 365: 1226]))
        #expect(euros == places(12, [0: 7, 7: 7, 30: 7, 90: 7, 365: 7]))
    }
}
