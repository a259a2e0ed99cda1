// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// Random lives of group subscriptions: a plain account of seats beside the history of Apple's documents.
@Suite struct GroupHistoryTests {
    /// How many lives are played: some seconds' worth, or as many as `PURSER_GROUP_SEEDS` says.
    private static let lives = ProcessInfo.processInfo.environment["PURSER_GROUP_SEEDS"].flatMap(Int.init) ?? 300

    @Test func `the history and a plain account of seats agree on seats, access and money in any order of documents`()
        throws
    {
        var additions = 0
        var refunds = 0
        for seed in Seeds.places(atMost: Self.lives) {
            var group = SimulatedGroup(seed: UInt64(seed))
            group.live()
            additions += group.additions
            refunds += group.refunds
            var random = SeededGenerator(seed: UInt64(seed) ^ 0xA5A5)
            var policy = CommercePolicy.standard
            policy.refund.full = .fromItsDate
            var history = SubscriptionHistory(lineage: "1", policy: policy)
            for fact in group.purchases.facts.shuffled(using: &random) { history.add(fact) }
            try #require(history == group.purchases.history(policy), "seed \(seed): the order of documents matters")
            for (instant, expected) in group.expectations {
                let state = history.state(asOf: instant)
                try #require(state?.hasAccess ?? false == expected.hasAccess, "seed \(seed) at \(instant): access")
                guard expected.hasAccess else { continue }
                try #require(state?.seats == expected.seats, "seed \(seed) at \(instant): seats")
            }
            let sales = LineageSales.sales(
                of: group.purchases.facts,
                lineage: "1",
                scope: .app,
                catalog: Catalog(bundleID: "", products: [])
            )
            let recorded = sales.reduce(0) { $0 + $1.amount }
            try #require(recorded == group.revenue, "seed \(seed): money")
            try #require(sales.allSatisfy { $0.price.milliunits >= 0 && $0.quantity > 0 }, "seed \(seed)")
        }
        if Seeds.wanted == nil { #expect(additions > Self.lives && refunds > Self.lives / 2) }
    }
}

/// A group subscription as Apple keeps it: seats with prices, and what was refunded of them.
private struct SimulatedGroup {
    private struct Bought {
        var transaction: Transaction
        /// The prices of the seats that were not refunded.
        var seats: [Int64]
        var revokedDate: Date?
    }

    struct Expectation {
        var hasAccess: Bool
        var seats: Int
    }

    private(set) var purchases = PurchaseHistory()
    private(set) var revenue: Int64 = 0
    private(set) var additions = 0
    private(set) var refunds = 0
    private var periods: [[Bought]] = []
    private var renewing: Int?
    private var now = Date.utc("2026-10-01")
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The prices of so many seats from a number on: graduated tiers, scaled to the rest of a period.
    private static func prices(from first: Int, count: Int, share: Int64 = 30) -> [Int64] {
        (first..<(first + count)).map { seat in
            let price: Int64 = seat < 5 ? 9990 : seat < 20 ? 7990 : 5990
            return price * share / 30
        }
    }

    /// What is true at every other day of the life, with everything that is known at its end.
    var expectations: [(Date, Expectation)] {
        let begin = Date.utc("2026-10-01")
        return stride(from: 0, to: 200.0, by: 2).map { day in
            let instant = begin + (day + 0.25) * 86_400
            let current = periods.last { $0[0].transaction.purchaseDate <= instant } ?? []
            let bought = current.filter { $0.transaction.purchaseDate <= instant }
            let hasAccess = bought.contains { bought in
                (bought.transaction.expirationDate ?? instant) > instant
                    && bought.revokedDate.map { $0 > instant } ?? true
            }
            // One that was revoked counts no more, at no instant.
            let seats = bought.reduce(0) { $0 + ($1.revokedDate == nil ? $1.seats.count : 0) }
            return (instant, Expectation(hasAccess: hasAccess, seats: seats))
        }
    }

    mutating func live() {
        begin(seats: Int.random(in: 1...12, using: &random), .purchase)
        for _ in 0..<Int.random(in: 5...40, using: &random) {
            now += Double(Int.random(in: 1...6, using: &random)) * 86_400
            renewOrEnd()
            playDay()
        }
    }

    private var end: Date { periods.last?[0].transaction.expirationDate ?? .distantPast }

    private var isRunning: Bool { end > now && periods.last?.contains { $0.revokedDate == nil } == true }

    private mutating func renewOrEnd() {
        while end <= now, let seats = renewing, periods.last?.contains(where: { $0.revokedDate == nil }) == true {
            let (date, present) = (end, now)
            now = date
            begin(seats: seats, .renewal)
            now = present
        }
    }

    private mutating func playDay() {
        guard isRunning else {
            if Int.random(in: 0..<3, using: &random) == 0 {
                begin(seats: Int.random(in: 1...12, using: &random), .purchase)
            }
            return
        }
        let number = periods.count - 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: add(Int.random(in: 1...6, using: &random))
        case 3: renewing = Int.random(in: 1...15, using: &random)
        case 4: renewing = Bool.random(using: &random) ? nil : heldSeats
        case 5, 6: refundSeats(in: number)
        default: refundWhole(in: number)
        }
    }

    private var heldSeats: Int {
        max(1, periods.last?.reduce(0) { $0 + ($1.revokedDate == nil ? $1.seats.count : 0) } ?? 1)
    }

    private mutating func begin(seats: Int, _ reason: TransactionReason) {
        let prices = Self.prices(from: 0, count: seats)
        periods.append([buy(prices, to: now + 30 * 86_400, reason, isAddition: false)])
        renewing = seats
    }

    private mutating func add(_ count: Int) {
        additions += 1
        let share = max(1, Int64(end.timeIntervalSince(now) / 86_400))
        let prices = Self.prices(from: heldSeats, count: count, share: share)
        let last = periods.count - 1
        periods[last].append(buy(prices, to: end, .purchase, isAddition: true))
        renewing = renewing.map { $0 + count }
        // Apple signs what the period had before again, sooner or later.
        for place in periods[last].indices.dropLast() {
            periods[last][place].transaction.additionalTransactionReason = .seatAddition
            if Bool.random(using: &random) { sign(periods[last][place].transaction, after: 1) }
        }
    }

    private mutating func buy(_ prices: [Int64], to end: Date, _ reason: TransactionReason, isAddition: Bool) -> Bought
    {
        let sum = prices.reduce(0, +)
        revenue += sum
        let tiers = Dictionary(grouping: prices, by: \.self).map {
            MultiSeatPriceTier(price: $0.key, quantity: $0.value.count)
        }
        let transaction = purchases.transaction(from: now, to: end) {
            $0.reason = reason
            $0.quantity = prices.count
            $0.price = Money(milliunits: sum / Int64(prices.count), currency: "USD")
            $0.storefront = "USA"
            $0.additionalTransactionReason = isAddition ? .seatAddition : nil
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer, priceTiers: tiers)
        }
        return Bought(transaction: transaction, seats: prices.sorted())
    }

    private mutating func refundSeats(in number: Int) {
        let place = Int.random(in: periods[number].indices, using: &random)
        var bought = periods[number][place]
        guard bought.revokedDate == nil, bought.seats.count > 1 else { return }
        refunds += 1
        let count = Int.random(in: 1..<bought.seats.count, using: &random)
        // The cheapest were filled last.
        revenue -= bought.seats.prefix(count).reduce(0, +)
        bought.seats.removeFirst(count)
        let revoked = bought.transaction.multiSeatInfo?.revokedSeatQuantity ?? 0
        bought.transaction.multiSeatInfo?.revokedSeatQuantity = revoked + count
        periods[number][place] = bought
        sign(bought.transaction, after: 2)
    }

    private mutating func refundWhole(in number: Int) {
        let place = Int.random(in: periods[number].indices, using: &random)
        guard periods[number][place].revokedDate == nil else { return }
        refunds += 1
        revenue -= periods[number][place].seats.reduce(0, +)
        periods[number][place].revokedDate = now
        periods[number][place].transaction.revocation = Revocation(date: now, type: .refundFull)
        sign(periods[number][place].transaction, after: 3)
    }

    private mutating func sign(_ transaction: Transaction, after seconds: Double) {
        purchases.again(transaction, signed: now + seconds) { _ in }
    }
}
