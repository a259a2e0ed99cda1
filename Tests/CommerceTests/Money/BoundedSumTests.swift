// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct BoundedSumTests {
    private static let numbers: [Int64] = [.min, .min + 1, -4_294_967_296, -1, 0, 1, 3, 4_294_967_296, .max - 1, .max]

    @Test(arguments: numbers, numbers)
    func `a sum, difference or product is exact, or clamped at the end on its side`(left: Int64, right: Int64) {
        func check(_ bounded: BoundedSum, _ exact: (partialValue: Int64, overflow: Bool), _ isNegative: Bool) {
            #expect(bounded.isClamped == exact.overflow)
            #expect(bounded.value == (exact.overflow ? (isNegative ? .min : .max) : exact.partialValue))
        }
        let (first, second) = (BoundedSum(left), BoundedSum(right))
        check(first + second, left.addingReportingOverflow(right), left < 0)
        check(first - second, left.subtractingReportingOverflow(right), left < 0)
        check(first * second, left.multipliedReportingOverflow(by: right), (left < 0) != (right < 0))
    }

    @Test func `a clamped sum stays clamped`() {
        var sum = BoundedSum(.max)
        sum += BoundedSum(1)
        sum += BoundedSum(-5)
        #expect(sum.isClamped && sum.value == .max - 5)
        #expect((-BoundedSum(.min)).isClamped && BoundedSum(.min).magnitude.value == .max)
        #expect(BoundedSum(-7).magnitude == 7 && BoundedSum(-7).description == "-7")
        #expect((BoundedSum(.max) + 1).description == "≥ 9223372036854775807")
        #expect((BoundedSum(.min) - 1).description == "≤ -9223372036854775808")
    }

    @Test(arguments: [Int.max, 1 << 62, 1_000_000, -1])
    func `a period times any quantity is at most ten thousand years`(count: Int) {
        let period = CalendarPeriod(months: 3, days: 1).multiplied(by: count)
        #expect(abs(period.months) <= 120_000 && abs(period.days) <= 3_652_425)
    }

    @Test func `the time between any two instants can be expressed`() {
        let (first, last) = (Date(millisecondsSince1970: .min), Date(millisecondsSince1970: .max))
        #expect(last.milliseconds(since: first) == .max && first.milliseconds(since: last) == .min)
        #expect(last.adding(milliseconds: .max) == last)
    }
}
