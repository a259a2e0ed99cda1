// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct LedgerRuleTests {
    private static let now = Date.utc("2026-02-10")
    private static let later = Date.utc("2026-03-10")
    private static let latest = Date.utc("2026-04-10")

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

    /// A ledger with postings that must not be refused.
    private static func ledger(
        _ requests: LedgerRequest...,
        policy: BalancePolicy = .capped
    ) throws -> Ledger {
        var ledger = Ledger(currency: "gems")
        for request in requests {
            guard case .posted = ledger.post(request, policy: policy, at: now) else {
                throw PriceDataError("\(request.key) is not posted")
            }
        }
        return ledger
    }

    // MARK: - Posting

    @Test(arguments: [(1, true), (100, true), (-1, false)] as [(Int64, Bool)])
    func `what is given may run out, and what is taken does not`(amount: Int64, expires: Bool) {
        let request = Self.request("a", amount, amount > 0 ? .purchase : .spend, expires: Self.later)
        #expect(request.entry(at: Self.now)?.expiresDate == (expires ? Self.later : nil))
    }

    @Test func `a policy without a limit lets a refund take the largest amount of nothing`() {
        #expect(BalancePolicy.negativeAllowed.takeable(.max, of: 0, for: .refund) == .max)
        #expect(BalancePolicy.capped.takeable(.max, of: 0, for: .refund) == 0)
    }

    @Test(arguments: [
        (LedgerReason.purchase, Int64(100), LedgerAccount.sales), (.refundReversed, 100, .sales),
        (.bonus, 100, .bonuses),
        (.difference, 100, .bonuses), (.spend, -40, .spending), (.expiry, -40, .expiries), (.refund, -40, .sales),
        (LedgerReason(rawValue: "contest"), 100, .corrections), (LedgerReason(rawValue: "mistake"), -40, .corrections),
        (.purchase, 1, .sales), (.spend, -1, .spending),
    ])
    func `what a customer gets, another account gives`(
        reason: LedgerReason,
        amount: Int64,
        counterpart: LedgerAccount
    ) throws {
        let ledger = try Self.ledger(Self.request("given", 50, .purchase), Self.request("change", amount, reason))
        let entry = try #require(ledger.entries.last)
        let customer = LedgerAccount.customer("anna")
        #expect(entry.amount == abs(amount))
        #expect(entry.debit == (amount > 0 ? counterpart : customer))
        #expect(entry.credit == (amount > 0 ? customer : counterpart))
        #expect(ledger.balance(of: "anna") == 50 + amount)
        #expect(ledger.balance(of: counterpart) == (counterpart == .sales ? -50 - amount : -amount))
        #expect(ledger.total == 0)
    }

    @Test(arguments: [Int64(0), .min])
    func `an amount of nothing, or one without an opposite, is refused`(amount: Int64) {
        var ledger = Ledger(currency: "gems")
        let request = Self.request("change", amount, .purchase)
        #expect(ledger.post(request, policy: .capped, at: Self.now) == .refused(.invalidAmount))
        #expect(request.entry(at: Self.now) == nil && ledger.entries == [])
    }

    @Test func `a balance that would not fit is refused`() throws {
        var ledger = try Self.ledger(Self.request("most", .max - 5, .purchase))
        #expect(
            ledger.post(Self.request("over", 6, .purchase), policy: .capped, at: Self.now) == .refused(.invalidAmount)
        )
        guard case .posted = ledger.post(Self.request("fits", 5, .purchase), policy: .capped, at: Self.now) else {
            Issue.record("five more fit")
            return
        }
        #expect(ledger.balance(of: "anna") == .max)
    }

    @Test func `another currency is refused, and left out of a ledger's entries`() throws {
        var other = Self.request("change", 10, .purchase)
        other.currency = "coins"
        var ledger = Ledger(currency: "gems")
        #expect(ledger.post(other, policy: .capped, at: Self.now) == .refused(.invalidAmount))
        let entries = [other, Self.request("change", 7, .purchase), Self.request("change", 9, .purchase)]
            .compactMap { $0.entry(at: Self.now) }
        #expect(Ledger(currency: "gems", entries: entries).entries.map(\.amount) == [7])
    }

    @Test(arguments: [(Int64(-10), true), (-11, false)])
    func `a customer spends what is there and no more`(amount: Int64, isPosted: Bool) throws {
        var ledger = try Self.ledger(Self.request("given", 10, .purchase))
        let outcome = ledger.post(Self.request("spent", amount, .spend), policy: .negativeAllowed, at: Self.now)
        #expect((outcome == .refused(.insufficient(balance: 10))) == !isPosted)
        #expect(ledger.balance(of: "anna") == (isPosted ? 0 : 10))
    }

    @Test(arguments: [
        (BalancePolicy.capped, Int64(-100), Int64(30)), (.negativeAllowed, -100, 100),
        (BalancePolicy(floorAfterRefund: -20), -100, 50), (BalancePolicy(floorAfterRefund: 20), -100, 30),
        (.capped, -20, 20),
    ])
    func `a refund takes what the policy lets it`(policy: BalancePolicy, amount: Int64, taken: Int64) throws {
        var ledger = try Self.ledger(Self.request("given", 30, .purchase))
        guard case .posted(let entry) = ledger.post(Self.request("back", amount, .refund), policy: policy, at: Self.now)
        else {
            Issue.record("a refund is posted")
            return
        }
        #expect(entry.amount == taken)
        #expect(ledger.balance(of: "anna") == 30 - taken)
    }

    @Test func `a refund of what was spent is written off when no debt is allowed`() throws {
        var ledger = try Self.ledger(Self.request("given", 30, .purchase), Self.request("spent", -30, .spend))
        #expect(ledger.post(Self.request("back", -30, .refund), policy: .capped, at: Self.now) == .writtenOff)
        #expect(ledger.entries.count == 2)
    }

    @Test func `the same request is posted once, and its key is not used for another`() throws {
        let given = Self.request("key", 30, .purchase)
        var ledger = try Self.ledger(given)
        let entry = try #require(ledger.entries.first)
        #expect(ledger.post(given, policy: .capped, at: Self.later) == .repeated(entry))
        var others = [Self.request("key", 31, .purchase), Self.request("key", 30, .bonus)]
        others += [Self.request("key", -30, .purchase), Self.request("key", 30, .purchase, of: "ben")]
        others += [Self.request("key", 30, .refundReversed)]
        var foreign = given
        foreign.currency = "coins"
        for other in others + [foreign] {
            #expect(ledger.post(other, policy: .capped, at: Self.now) == .refused(.keyReused(entry)))
        }
        #expect(ledger.entries == [entry])
    }

    @Test func `a refund that was capped is the same when it is asked for again`() throws {
        var ledger = try Self.ledger(Self.request("given", 30, .purchase), Self.request("back", -100, .refund))
        let entry = try #require(ledger.entries.last)
        #expect(ledger.post(Self.request("back", -100, .refund), policy: .capped, at: Self.now) == .repeated(entry))
    }

    // MARK: - What runs out

    @Test func `what runs out first is spent first, then the oldest`() throws {
        let ledger = try Self.ledger(
            Self.request("never", 10, .purchase),
            Self.request("latest", 10, .purchase, expires: Self.latest),
            Self.request("later", 10, .purchase, expires: Self.later),
            Self.request("later too", 10, .purchase, expires: Self.later),
            Self.request("spent", -15, .spend)
        )
        #expect(ledger.lots(of: "anna").map(\.entry.key) == ["never", "latest", "later too"])
        #expect(ledger.lots(of: "anna").map(\.remaining) == [10, 10, 5])
        let parts = ledger.parts(of: "anna", taking: 20)
        #expect(parts.map(\.amount) == [5, 10, 5])
        #expect(parts.map(\.expiresDate) == [Self.later, Self.latest, nil])
        #expect(ledger.parts(of: "anna", taking: 0) == [])
        #expect(ledger.parts(of: "anna", taking: 25).map(\.amount) == [5, 10, 10])
    }

    @Test func `credits that run out together are one part`() throws {
        let ledger = try Self.ledger(
            Self.request("one", 10, .purchase, expires: Self.later),
            Self.request("two", 10, .purchase, expires: Self.later)
        )
        let part = ExpiringPortion(amount: 15, expiresDate: Self.later)
        #expect(ledger.parts(of: "anna", taking: 15) == [part])
    }

    @Test func `what has run out is taken away once, at its instant`() throws {
        var ledger = try Self.ledger(
            Self.request("given", 10, .purchase, expires: Self.later, transaction: "7"),
            Self.request("other", 10, .purchase, expires: Self.latest),
            Self.request("spent", -4, .spend)
        )
        #expect(ledger.expiries(of: "anna", asOf: Self.later - 1) == [])
        let expiries = ledger.expiries(of: "anna", asOf: Self.later)
        #expect(expiries.map(\.amount) == [-6] && expiries.map(\.transactionID) == ["7"])
        #expect(expiries.map(\.key) == ["expiry:given"])
        for expiry in expiries { _ = ledger.post(expiry, policy: .capped, at: Self.later) }
        #expect(ledger.balance(of: "anna") == 10)
        #expect(ledger.expiries(of: "anna", asOf: Self.later) == [])
        #expect(ledger.lots(of: "anna").map(\.entry.key) == ["other"])
    }

    @Test func `a refund takes of its own credit first, and a spend does not`() throws {
        let first = Self.request("first", 10, .purchase, expires: Self.later, transaction: "1")
        let second = Self.request("second", 10, .purchase, expires: Self.latest, transaction: "2")
        let refunded = try Self.ledger(first, second, Self.request("back", -10, .refund, transaction: "2"))
        #expect(refunded.lots(of: "anna").map(\.entry.key) == ["first"])
        let spent = try Self.ledger(first, second, Self.request("spent", -10, .spend, transaction: "2"))
        #expect(spent.lots(of: "anna").map(\.entry.key) == ["second"])
        let unknown = try Self.ledger(first, second, Self.request("back", -10, .refund))
        #expect(unknown.lots(of: "anna").map(\.entry.key) == ["second"])
    }

    @Test func `a debt is paid by the credits that follow`() throws {
        let ledger = try Self.ledger(
            Self.request("given", 10, .purchase),
            Self.request("spent", -10, .spend),
            Self.request("back", -10, .refund),
            Self.request("new", 4, .purchase),
            Self.request("newer", 9, .purchase),
            policy: .negativeAllowed
        )
        #expect(ledger.balance(of: "anna") == 3)
        #expect(ledger.lots(of: "anna").map(\.entry.key) == ["newer"])
        #expect(ledger.lots(of: "anna").map(\.remaining) == [3])
    }

    // MARK: - Transfers

    @Test func `what moves to another customer runs out when it would have run out`() throws {
        var ledger = try Self.ledger(
            Self.request("later", 10, .purchase, expires: Self.later),
            Self.request("never", 10, .purchase)
        )
        let transfer = Self.request("moved", -15, .transfer, to: "ben")
        guard case .posted(let entry) = ledger.post(transfer, policy: .capped, at: Self.now) else {
            Issue.record("a transfer of what is there is posted")
            return
        }
        #expect(entry.debit == .customer("anna") && entry.credit == .customer("ben"))
        #expect(entry.parts.map(\.amount) == [10, 5] && entry.parts.map(\.expiresDate) == [Self.later, nil])
        #expect(ledger.balance(of: "anna") == 5 && ledger.balance(of: "ben") == 15)
        #expect(ledger.lots(of: "ben").map(\.remaining) == [10, 5])
        let expiries = ledger.expiries(of: "ben", asOf: Self.later)
        #expect(expiries.map(\.amount) == [-10])
        #expect(expiries.map(\.key) == ["expiry:moved:\(Self.later.millisecondsSince1970)"])
        for expiry in expiries { _ = ledger.post(expiry, policy: .capped, at: Self.later) }
        #expect(ledger.balance(of: "ben") == 5 && ledger.expiries(of: "ben", asOf: Self.latest) == [])
    }

    @Test func `what moves and runs out together keeps one expiration date`() throws {
        var ledger = try Self.ledger(Self.request("later", 10, .purchase, expires: Self.later))
        // Ben takes from Anna.
        let transfer = Self.request("moved", 6, .transfer, of: "ben", to: "anna")
        guard case .posted(let entry) = ledger.post(transfer, policy: .capped, at: Self.now) else {
            Issue.record("a transfer of what is there is posted")
            return
        }
        #expect(entry.parts == [] && entry.expiresDate == Self.later)
        #expect(ledger.balance(of: "anna") == 4 && ledger.balance(of: "ben") == 6)
        #expect(
            ledger.post(Self.request("more", 5, .transfer, of: "ben", to: "anna"), policy: .capped, at: Self.now)
                == .refused(.insufficient(balance: 4))
        )
    }

    @Test func `what is taken has no expiration date`() {
        #expect(Self.request("spent", -5, .spend, expires: Self.later).entry(at: Self.now)?.expiresDate == nil)
        #expect(Self.request("given", 5, .bonus, expires: Self.later).entry(at: Self.now)?.expiresDate == Self.later)
    }

    // MARK: - Credits of unproven buyers

    @Test func `what a customer uses counts against the oldest unproven credit first`() {
        var credits = UnprovenCredits()
        credits.add(0, key: "nothing")
        credits.add(1, key: "old")
        credits.add(10, key: "new")
        credits.use(4)
        #expect(credits.left(of: "old") == 0 && credits.left(of: "new") == 7)
        #expect(credits.left(of: "nothing") == 0 && credits.left(of: "unknown") == 0)
        credits.use(100)
        #expect(credits.left(of: "new") == 0)
    }

    @Test func `a refund takes at most what is left of its unproven credit`() {
        var credits = UnprovenCredits()
        credits.add(10, key: "credit")
        credits.correct("unknown", by: 5)
        credits.correct("credit", by: -4)
        #expect(credits.left(of: "credit") == 6)
        credits.correct("credit", by: 2)
        #expect(credits.left(of: "credit") == 8)
        credits.correct("credit", by: -9)
        #expect(credits.left(of: "credit") == 0)
        credits.correct("credit", by: .max)
        credits.correct("credit", by: 1)
        #expect(credits.left(of: "credit") == .max)
    }
}
