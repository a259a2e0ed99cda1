// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What older facts come to stands for all of them, wherever a purchase's facts are split.
@Suite struct FoldedFactsTests {
    @Test(arguments: SimulatorAgreementTests.seeds)
    func `folded facts and the others give the history that all facts give`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (key, facts) in try Self.purchases(seed: seed) {
            let whole = SubscriptionHistory(lineage: key.lineage, facts: facts)
            for _ in 0..<3 {
                let cut = Int.random(in: 1...facts.count, using: &generator)
                let folded = try #require(FoldedFacts(key, after: nil, adding: facts.prefix(cut)))
                #expect(folded.count == cut && folded.lastOrder == facts[cut - 1].order)
                var history = SubscriptionHistory(lineage: key.lineage)
                folded.add(to: &history)
                // In any order, and those that were folded once more.
                let others = facts.suffix(from: cut) + facts.prefix(Int.random(in: 0...cut, using: &generator))
                for fact in others.shuffled(using: &generator) { history.add(fact) }
                #expect(history == whole, "\(key.lineage) folded up to \(cut) of \(facts.count), seed \(seed)")
            }
        }
    }

    @Test(arguments: SimulatorAgreementTests.seeds)
    func `what is folded in several steps is what is folded at once`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (key, facts) in try Self.purchases(seed: seed) where facts.count > 2 {
            var folded: FoldedFacts?
            var done = 0
            while done < facts.count {
                let next = Int.random(in: (done + 1)...facts.count, using: &generator)
                folded = FoldedFacts(key, after: folded, adding: facts[done..<next])
                done = next
            }
            #expect(folded == FoldedFacts(key, after: nil, adding: facts), "\(key.lineage), seed \(seed)")
        }
    }

    @Test(arguments: SimulatorAgreementTests.seeds)
    func `folded facts may be added to an account that knows some of the purchase`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (key, facts) in try Self.purchases(seed: seed) {
            let cut = Int.random(in: 1...facts.count, using: &generator)
            let folded = try #require(FoldedFacts(key, after: nil, adding: facts.prefix(cut)))
            var account = CustomerAccount(
                customer: "anna",
                catalogs: [SimulatorAgreementTests.catalog],
                facts: facts.shuffled(using: &generator).prefix(5) + facts.suffix(from: cut)
            )
            account.add(folded)
            #expect(
                account.history(of: key) == SubscriptionHistory(lineage: key.lineage, facts: facts),
                "\(key.lineage), seed \(seed)"
            )
        }
    }

    @Test(arguments: SimulatorAgreementTests.seeds)
    func `a change of folded facts says what one of all facts says`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (key, facts) in try Self.purchases(seed: seed) where facts.count > 3 {
            let known = facts.dropLast(2)
            let cut = Int.random(in: 1..<known.count, using: &generator)
            let folded = FoldedFacts(key, after: nil, adding: known.prefix(cut))
            // What is known is repeated, beside what is new.
            for fact in facts.suffix(2) + [known.randomElement(using: &generator) ?? facts[0]] {
                for isPolled in [false, true] {
                    var plain = LineageChange(key: key, known: Array(known), policy: .standard)
                    var short = LineageChange(
                        key: key,
                        folded: folded,
                        known: Array(known.suffix(from: cut)),
                        policy: .standard
                    )
                    guard !short.needsEveryFact(for: fact, isPolled: isPolled) else { continue }
                    #expect(short.isKnown(fact, isPolled: isPolled) == plain.isKnown(fact, isPolled: isPolled))
                    plain.add(fact)
                    short.add(fact)
                    #expect(short.after == plain.after && short.before == plain.before)
                    #expect(short.changedTransactions == plain.changedTransactions)
                    #expect(short.containsNewInformation == plain.containsNewInformation)
                }
            }
        }
    }

    @Test func `what may repeat a folded document asks for every fact`() throws {
        let facts = (1...6).map { Fact.renewal(Int64($0)) } + [Fact.info(7)]
        let folded = try #require(FoldedFacts(.first, after: nil, adding: facts.prefix(4)))
        let change = LineageChange(key: .first, folded: folded, known: Array(facts.dropFirst(4)), policy: .standard)
        // Newer than what is folded, and about something new.
        #expect(!change.needsEveryFact(for: .renewal(8), isPolled: true))
        #expect(!change.needsEveryFact(for: .renewal(8), isPolled: false))
        #expect(!change.needsEveryFact(for: .info(8), isPolled: true))
        // About something that is not folded.
        #expect(!change.needsEveryFact(for: facts[5], isPolled: true))
        // Newer, and about a transaction of which all statements are folded: only Apple's answers are compared with the
        // newest one.
        #expect(change.needsEveryFact(for: .renewal(2, signed: 9), isPolled: true))
        #expect(!change.needsEveryFact(for: .renewal(2, signed: 9), isPolled: false))
        // A command says nothing that a document could have said.
        let grant = Fact(
            command: .claim(Claim(lineage: "1", customer: "anna", basis: .token, isProven: true)),
            scope: .app,
            order: FactOrder(instant: .second(9), sequence: 1),
            digest: .of("later")
        )
        #expect(!change.needsEveryFact(for: grant, isPolled: true))
        // Older than what is folded, of its instant, or the very same.
        #expect(change.needsEveryFact(for: .renewal(3), isPolled: false))
        #expect(change.needsEveryFact(for: facts[3], isPolled: false))
        #expect(change.needsEveryFact(for: .info(4), isPolled: false))
        // Nothing is folded.
        let plain = LineageChange(key: .first, known: facts, policy: .standard)
        #expect(!plain.needsEveryFact(for: .renewal(3), isPolled: true))
    }

    @Test func `an answer about the next period is compared with the newest one, folded or not`() throws {
        let facts = [Fact.info(1), .renewal(2), .renewal(3)]
        let folded = try #require(FoldedFacts(.first, after: nil, adding: facts.prefix(1)))
        let change = LineageChange(key: .first, folded: folded, known: Array(facts.dropFirst()), policy: .standard)
        #expect(change.needsEveryFact(for: .info(4), isPolled: false))
    }

    @Test func `claims stay claims`() throws {
        let claim = Fact(
            command: .claim(Claim(lineage: "1", customer: "anna", basis: .token, isProven: true)),
            scope: .app,
            order: FactOrder(instant: .second(3), sequence: 1),
            digest: .of("claim")
        )
        let folded = try #require(FoldedFacts(.first, after: nil, adding: [.renewal(1), .renewal(2), claim]))
        #expect(folded.commands == [claim])
        let change = LineageChange(key: .first, folded: folded, known: [.renewal(4)], policy: .standard)
        #expect(change.ownershipBefore.owners == ["anna"])
        #expect(change.after.transactions.count == 3)
    }

    @Test func `a statement of the team is not folded, since decisions read it`() {
        let fact = StoreStatement.month().fact(stated: "01-01")
        #expect(FoldedFacts(.subscription, after: nil, adding: [fact]) == nil)
    }

    @Test func `more commands than an intake should read are not folded`() throws {
        let claims = (0...64).map { number in
            Fact(
                command: .claim(Claim(lineage: "1", customer: "anna", basis: .token, isProven: true)),
                scope: .app,
                order: FactOrder(instant: .second(3), sequence: Int64(number)),
                digest: .of("\(number)")
            )
        }
        #expect(FoldedFacts(.first, after: nil, adding: claims) == nil)
        #expect(FoldedFacts(.first, after: nil, adding: claims.dropLast()) != nil)
        #expect(FoldedFacts(.first, after: nil, adding: [Fact]()) == nil)
    }

    /// The purchases of a random crowd in a year, each with its facts in their order.
    private static func purchases(seed: UInt64) throws -> [(LineageKey, [Fact])] {
        var crowd = try SimulatorAgreementTests.Crowd(seed: seed, count: 6)
        crowd.play(until: .utc("2025-12-31"))
        let facts = Dictionary(grouping: Set(crowd.facts.values.joined())) { $0.lineage ?? "" }
        return facts.sorted { $0.key < $1.key }.map { lineage, facts in
            (LineageKey(scope: .app, lineage: lineage), facts.sorted { $0.order < $1.order })
        }
    }
}

extension LineageKey {
    fileprivate static let first = LineageKey(scope: .app, lineage: "1")
}

extension Date {
    fileprivate static func second(_ number: Int64) -> Date { Date(millisecondsSince1970: number * 1000) }
}

extension Fact {
    /// A renewal at a second, and when it was signed if that was later.
    fileprivate static func renewal(_ second: Int64, signed: Int64? = nil) -> Fact {
        let date = Date.second(second)
        let transaction = Transaction(
            id: TransactionID(rawValue: "\(second)"),
            originalTransactionID: "1",
            productID: "monthly",
            productType: .autoRenewableSubscription,
            purchaseDate: date,
            expirationDate: date.addingTimeInterval(1)
        )
        return Fact.signed(.transaction(transaction), signed ?? second)
    }

    /// What was said at a second about the next period.
    fileprivate static func info(_ second: Int64) -> Fact {
        Fact.signed(.renewalInfo(RenewalInfo(originalTransactionID: "1", productID: "monthly")), second)
    }

    private static func signed(_ content: FactContent, _ second: Int64) -> Fact {
        let digest = FactDigest.of("\(content) \(second)")
        return Fact(
            scope: .app,
            kind: content.kind,
            order: FactOrder(instant: .second(second), rank: .signed, digest: digest),
            lineage: "1",
            digest: digest,
            content: content
        )
    }
}
