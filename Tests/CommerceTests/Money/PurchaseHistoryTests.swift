// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct LedgerTests {
    private static let now = Date(millisecondsSince1970: 1_800_000_000_000)

    private static func request(
        _ key: String,
        _ amount: Int64,
        _ reason: LedgerReason,
        of customer: CustomerID = "anna",
        expires: Date? = nil,
        transaction: TransactionID? = nil,
        to counterpart: CustomerID? = nil
    ) -> LedgerRequest {
        LedgerRequest(
            key: key,
            customer: customer,
            currency: "gems",
            amount: amount,
            reason: reason,
            expiresDate: expires,
            transactionID: transaction,
            counterpart: counterpart
        )
    }

    private static func ledger(_ requests: LedgerRequest..., policy: BalancePolicy = .capped) -> Ledger {
        var ledger = Ledger(currency: "gems")
        for request in requests { _ = ledger.post(request, policy: policy, at: now) }
        return ledger
    }

    @Test func `a purchase with its bonus is spent`() {
        let ledger = Self.ledger(
            Self.request("buy", 100, .purchase),
            Self.request("extra", 10, .bonus),
            Self.request("sword", -70, .spend)
        )
        #expect(ledger.balance(of: "anna") == 40)
        #expect(ledger.balance(of: .sales) == -100)
        #expect(ledger.balance(of: .bonuses) == -10)
        #expect(ledger.balance(of: .spending) == 70)
        #expect(ledger.total == 0)
    }

    @Test func `the same request again changes nothing`() throws {
        var ledger = Self.ledger(Self.request("buy", 100, .purchase))
        let entry = try #require(ledger.entries.first)
        let again = ledger.post(Self.request("buy", 100, .purchase), policy: .capped, at: Self.now + 60)
        #expect(again == .repeated(entry))
        #expect(ledger.balance(of: "anna") == 100)
    }

    @Test func `a key that was used for something else is refused`() throws {
        var ledger = Self.ledger(Self.request("buy", 100, .purchase))
        let entry = try #require(ledger.entries.first)
        let other = ledger.post(Self.request("buy", 90, .purchase), policy: .capped, at: Self.now)
        #expect(other == .refused(.keyReused(entry)))
    }

    @Test func `no one spends what is not there`() {
        var ledger = Self.ledger(Self.request("buy", 100, .purchase))
        let outcome = ledger.post(Self.request("castle", -101, .spend), policy: .negativeAllowed, at: Self.now)
        #expect(outcome == .refused(.insufficient(balance: 100)))
    }

    private static let floors: [(BalancePolicy, Int64)] = [
        (.negativeAllowed, -80), (.capped, 0), (BalancePolicy(floorAfterRefund: -50), -50),
    ]

    @Test(arguments: floors)
    func `a refund of what was spent goes as far below zero as the policy lets it`(policy: BalancePolicy, left: Int64) {
        let ledger = Self.ledger(
            Self.request("buy", 100, .purchase),
            Self.request("sword", -80, .spend),
            Self.request("back", -100, .refund),
            policy: policy
        )
        #expect(ledger.balance(of: "anna") == left)
        #expect(ledger.total == 0)
    }

    @Test func `a refund that finds nothing is written off`() {
        var ledger = Self.ledger(Self.request("buy", 100, .purchase), Self.request("sword", -100, .spend))
        #expect(ledger.post(Self.request("back", -100, .refund), policy: .capped, at: Self.now) == .writtenOff)
    }

    @Test func `a transfer moves a balance and makes none`() {
        let ledger = Self.ledger(
            Self.request("buy", 100, .purchase),
            Self.request("move", -60, .transfer, to: "ben")
        )
        #expect(ledger.balance(of: "anna") == 40)
        #expect(ledger.balance(of: "ben") == 60)
    }

    @Test func `what is transferred runs out when it would have run out where it was`() {
        var ledger = Self.ledger(
            Self.request("forever", 50, .purchase),
            Self.request("later", 20, .bonus, expires: Self.now + 20),
            Self.request("soon", 30, .bonus, expires: Self.now + 10),
            Self.request("some", -25, .transfer, to: "ben"),
            Self.request("most", -70, .transfer, to: "ben")
        )
        // First went 25 of what runs out soonest, then its rest, all that runs out later, and 45 that stays.
        #expect(ledger.lots(of: "ben").map(\.remaining) == [25, 5, 20, 45])
        #expect(ledger.lots(of: "anna").map(\.remaining) == [5])
        let ends = [10.0, 10, 20].map { Self.now + $0 } + [nil]
        #expect(ledger.lots(of: "ben").map(\.expiresDate) == ends)
        for (seconds, left) in [(9.0, 95), (10, 65), (20, 45), (30, 45)] as [(Double, Int64)] {
            for request in ledger.expiries(of: "ben", asOf: Self.now + seconds) {
                _ = ledger.post(request, policy: .capped, at: Self.now + seconds)
            }
            #expect(ledger.balance(of: "ben") == left, "after \(seconds) s")
        }
        #expect(ledger.expiries(of: "anna", asOf: Self.now + 30) == [])
    }

    @Test func `a transfer to and fro lets nothing run out later, nor twice`() {
        var ledger = Self.ledger(
            Self.request("soon", 30, .bonus, expires: Self.now + 10),
            Self.request("later", 30, .bonus, expires: Self.now + 20),
            Self.request("there", -60, .transfer, to: "ben"),
            Self.request("there", -60, .transfer, of: "ben", to: "anna"),
            Self.request("back", -60, .transfer, of: "ben", to: "anna")
        )
        for seconds in [10.0, 20] {
            for request in ledger.expiries(of: "anna", asOf: Self.now + seconds) {
                #expect(request.amount == -30)
                _ = ledger.post(request, policy: .capped, at: Self.now + seconds)
            }
        }
        #expect(ledger.balance(of: "anna") == 0 && ledger.balance(of: .expiries) == 60)
    }

    @Test func `a credit first pays a debt, and only what is left of it runs out`() {
        var ledger = Self.ledger(
            Self.request("buy", 100, .purchase),
            Self.request("sword", -80, .spend),
            Self.request("back", -100, .refund),
            Self.request("gift", 100, .bonus, expires: Self.now + 10),
            policy: .negativeAllowed
        )
        #expect(ledger.balance(of: "anna") == 20)
        let expiries = ledger.expiries(of: "anna", asOf: Self.now + 10)
        #expect(expiries.map(\.amount) == [-20])
        for request in expiries { _ = ledger.post(request, policy: .negativeAllowed, at: Self.now + 10) }
        #expect(ledger.balance(of: "anna") == 0)
    }

    @Test(arguments: [0, Int64.min])
    func `an amount that is none is refused`(amount: Int64) {
        var ledger = Self.ledger()
        let outcome = ledger.post(Self.request("x", amount, .bonus), policy: .capped, at: Self.now)
        #expect(outcome == .refused(.invalidAmount))
    }

    @Test func `a balance that would not fit is refused`() {
        var ledger = Self.ledger(Self.request("much", Int64.max, .bonus))
        let outcome = ledger.post(Self.request("more", 1, .bonus), policy: .capped, at: Self.now)
        #expect(outcome == .refused(.invalidAmount))
    }

    @Test func `what runs out first is spent first, and only the rest runs out`() {
        var ledger = Self.ledger(
            Self.request("forever", 50, .purchase),
            Self.request("soon", 30, .bonus, expires: Self.now + 10),
            Self.request("later", 20, .bonus, expires: Self.now + 20),
            Self.request("spend", -35, .spend)
        )
        #expect(ledger.lots(of: "anna").map(\.remaining) == [50, 15])
        for _ in 1...2 {
            for request in ledger.expiries(of: "anna", asOf: Self.now + 20) {
                _ = ledger.post(request, policy: .capped, at: Self.now + 20)
            }
        }
        #expect(ledger.balance(of: "anna") == 50)
        #expect(ledger.balance(of: .expiries) == 15)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `after any requests all balances add up to nothing and each is the sum of its entries`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var ledger = Ledger(currency: "gems")
        let customers: [CustomerID] = ["anna", "ben", "chen"]
        let reasons: [LedgerReason] = [.purchase, .bonus, .spend, .refund, .transfer, "own"]
        for _ in 0..<300 {
            let reason = reasons[Int.random(in: 0..<6, using: &generator)]
            let customer = customers[Int.random(in: 0..<3, using: &generator)]
            let other = customers[Int.random(in: 0..<3, using: &generator)]
            let size = Int64.random(in: 1...100, using: &generator)
            let isDebit = [.spend, .refund].contains(reason) || Bool.random(using: &generator)
            let request = Self.request(
                "key\(Int.random(in: 0..<200, using: &generator))",
                isDebit ? -size : size,
                reason,
                of: customer,
                expires: Bool.random(using: &generator) ? Self.now + Double(size) : nil,
                to: reason == .transfer && other != customer ? other : nil
            )
            _ = ledger.post(request, policy: .capped, at: Self.now)
        }
        #expect(ledger.total == 0)
        for customer in customers {
            let sum = ledger.entries.reduce(0) { $0 + $1.change(of: .customer(customer)) }
            #expect(ledger.balance(of: customer) == sum)
            #expect(sum >= 0)
            #expect(ledger.lots(of: customer).reduce(0) { $0 + $1.remaining } == sum)
            for entry in ledger.entries where !entry.parts.isEmpty {
                #expect(entry.parts.reduce(0) { $0 + $1.amount } == entry.amount)
            }
        }
        #expect(Ledger(currency: "gems", entries: ledger.entries + ledger.entries) == ledger)
        let end = Self.now + 100
        for customer in customers {
            for request in ledger.expiries(of: customer, asOf: end) {
                _ = ledger.post(request, policy: .capped, at: end)
            }
            #expect(ledger.lots(of: customer).allSatisfy { $0.expiresDate == nil })
            #expect(ledger.balance(of: customer) >= 0)
        }
    }
}
