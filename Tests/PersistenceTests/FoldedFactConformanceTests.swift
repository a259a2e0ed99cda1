// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct FoldedFactConformanceTests {
    private static let limits = FoldingLimits(maximumUnfolded: 6, newestUnfolded: 2)

    @Test(arguments: StoreDriver.allCases)
    func `the oldest facts of a purchase are folded, and give the same history`(driver: StoreDriver) async throws {
        try await driver.withStore(folding: Self.limits) { store async throws in
            let facts = (1...20).flatMap { [Fact.period($0), .info($0), .claim($0)] }.sorted { $0.order < $1.order }
            for (number, fact) in facts.enumerated() {
                try await Self.append([fact], to: store)
                let purchase = try await store.read { try $0.purchaseFacts(of: "1000", in: .sandbox) }
                let known = Array(facts.prefix(number + 1))
                #expect(purchase.facts.count + (purchase.folded?.count ?? 0) == known.count)
                #expect(purchase.facts.count <= Self.limits.maximumUnfolded)
                #expect(purchase.history == SubscriptionHistory(lineage: "1000", facts: known))
                #expect(purchase.commands == known.filter { $0.kind == .command })
            }
            let stored = try await store.read { try $0.foldedFacts(of: .sample) }
            let folded = try #require(stored)
            #expect(folded == FoldedFacts(.sample, after: nil, adding: facts.prefix(folded.count)))
            let several = try await store.read { reader in
                try reader.purchaseFacts(of: ["1000", "2000"], in: .sandbox)
            }
            #expect(several.keys.sorted() == ["1000"] || several["2000"]?.facts.isEmpty == true)
            #expect(several["1000"]?.folded == folded)
            #expect(several["1000"]?.facts.map(\.fact) == Array(facts.dropFirst(folded.count)))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a fact that sorts among the folded ones has all of them read, and folded again`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore(folding: Self.limits) { store async throws in
            let facts = (1...9).map { Fact.period($0 * 10) }
            for fact in facts { try await Self.append([fact], to: store) }
            #expect(try await store.read { try $0.foldedFacts(of: .sample) } != nil)
            let late = Fact.period(15)
            try await store.write { writer in
                try writer.append(late, receivedDate: .second(100), source: "app")
            }
            let purchase = try await store.read { try $0.purchaseFacts(of: "1000", in: .sandbox) }
            let all = (facts + [late]).sorted { $0.order < $1.order }
            #expect(purchase.folded == nil)
            #expect(purchase.facts.map(\.fact) == all)
            try await Self.append([], to: store)
            let folded = try await store.read { try $0.foldedFacts(of: .sample) }
            #expect(folded == FoldedFacts(.sample, after: nil, adding: all.dropLast(2)))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a newer fact, and one of another purchase, leave folded facts alone`(driver: StoreDriver) async throws {
        try await driver.withStore(folding: Self.limits) { store async throws in
            for number in 1...9 { try await Self.append([.period(number * 10)], to: store) }
            let before = try await store.read { try $0.foldedFacts(of: .sample) }
            try await store.write { writer in
                _ = try writer.append(.period(200), receivedDate: .second(100), source: "app")
                _ = try writer.append(.sample(9, lineage: "2000"), receivedDate: .second(100), source: "app")
                _ = try writer.append(.sample(9, scope: .production), receivedDate: .second(100), source: "app")
            }
            #expect(try await store.read { try $0.foldedFacts(of: .sample) } == before)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `facts of one instant stay together`(driver: StoreDriver) async throws {
        try await driver.withStore(folding: Self.limits) { store async throws in
            let facts = [1, 2, 3, 3, 3, 3, 4].enumerated().map { Fact.period($1, id: $0) }
            try await Self.append(facts, to: store)
            try await Self.append([], to: store)
            let folded = try await store.read { try $0.foldedFacts(of: .sample) }
            #expect(folded?.count == 2)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer's pseudonym is read, and not the name that was folded`(driver: StoreDriver) async throws {
        try await driver.withStore(folding: Self.limits) { store async throws in
            for number in 1...9 { try await Self.append([.claim(number)], to: store) }
            #expect(try await store.read { try $0.foldedFacts(of: .sample) }?.commands.isEmpty == false)
            try await store.write { writer in
                let facts = try writer.facts(of: "1000", in: .sandbox)
                let oldest = try #require(facts.first)
                let claim = Claim(lineage: "1000", customer: "erased-1", basis: .token, isProven: true)
                try writer.respell(oldest, as: .command(.claim(claim)), customer: "erased-1")
            }
            let purchase = try await store.read { try $0.purchaseFacts(of: "1000", in: .sandbox) }
            #expect(purchase.commands.first?.customer == "erased-1")
        }
    }

    @Test(arguments: Self.transactionChanges.indices)
    func `every field of a transaction may differ from one to the next`(place: Int) async throws {
        let plain = Transaction(id: "1", originalTransactionID: "1000", productID: "monthly", purchaseDate: .second(1))
        var changed = plain
        let change = Self.transactionChanges[place]
        change(&changed)
        #expect(changed != plain)
        var both = CompactContentTests.fullTransaction
        both.originalTransactionID = "1000"
        var other = both
        change(&other)
        try await Self.foldsExactly([plain, changed, plain, both, other, both].map(FactContent.transaction))
    }

    @Test(arguments: Self.renewalChanges.indices)
    func `every field of a renewal info may differ from one to the next`(place: Int) async throws {
        let plain = RenewalInfo(originalTransactionID: "1000", productID: "monthly")
        var changed = plain
        let change = Self.renewalChanges[place]
        change(&changed)
        #expect(changed != plain)
        var both = CompactContentTests.fullRenewalInfo
        both.originalTransactionID = "1000"
        var other = both
        change(&other)
        try await Self.foldsExactly([plain, changed, plain, both, other, both].map(FactContent.renewalInfo))
    }

    @Test func `the changes above are of every field`() {
        #expect(Self.transactionChanges.count == Mirror(reflecting: CompactContentTests.fullTransaction).children.count)
        #expect(Self.renewalChanges.count == Mirror(reflecting: CompactContentTests.fullRenewalInfo).children.count)
    }

    @Test func `several statements about one transaction, and early signed refunds, come back`() async throws {
        var facts: [Fact] = []
        for number in 1...4 {
            facts.append(.period(number * 10))
            // A receipt tells less, and Apple signs the refund before its date.
            facts.append(.signed(.transaction(.period(number * 10, id: number * 10)), number * 10 + 3, rank: .answered))
            var refunded = Transaction.period(number * 10, id: number * 10)
            refunded.revocation = Revocation(date: .second(number * 10 + 8), type: .refundFull)
            facts.append(.signed(.transaction(refunded), number * 10 + 5))
        }
        try await StoreDriver.sqlite.withStore(folding: Self.limits) { store async throws in
            try await Self.append(facts, to: store)
            try await Self.append([], to: store)
            let folded = try await store.read { try $0.foldedFacts(of: .sample) }
            #expect(folded == FoldedFacts(.sample, after: nil, adding: facts.prefix(folded?.count ?? 0)))
            #expect(folded?.count == 10)
            #expect(folded?.transactions.contains { !$0.earlySignings.isEmpty } == true)
        }
    }

    @Test func `a row of a later version is passed over, and a damaged one reported`() async throws {
        try await StoreDriver.sqlite.withStore(folding: Self.limits) { store async throws in
            let facts = (1...9).flatMap { [Fact.period($0), .info($0), .claim($0)] }
            for fact in facts { try await Self.append([fact], to: store) }
            let bytes = try await store.read { reader in
                var bytes: [UInt8] = []
                try reader.forEach("SELECT body FROM folded_facts") { bytes = try $0.next() }
                return bytes
            }
            func read(_ body: [UInt8]) async throws -> PurchaseFacts {
                try await store.write { try $0.execute("UPDATE folded_facts SET body = \(body)") }
                return try await store.read { try $0.purchaseFacts(of: "1000", in: .sandbox) }
            }
            let later = try await read([9] + bytes.dropFirst())
            #expect(later.folded == nil && later.facts.count == facts.count)
            for count in 1..<bytes.count {
                await #expect(throws: DatabaseError.self, "\(count) of \(bytes.count) bytes") {
                    _ = try await read(Array(bytes.prefix(count)))
                }
            }
            // Whatever the bytes are, reading them ends.
            var generator = SeededGenerator(seed: 28)
            for _ in 0..<300 {
                var changed = bytes
                for _ in 0...2 {
                    let place = Int.random(in: 1..<bytes.count, using: &generator)
                    changed[place] = UInt8.random(in: 0...255, using: &generator)
                }
                _ = try? await read(changed)
            }
        }
    }

    /// Stores contents as facts of one purchase, one second apart, and expects that all of them are folded.
    private static func foldsExactly(_ contents: [FactContent]) async throws {
        let limits = FoldingLimits(maximumUnfolded: contents.count, newestUnfolded: 0)
        try await StoreDriver.sqlite.withStore(folding: limits) { store async throws in
            let facts = contents.enumerated().map { Fact.signed($1, $0 + 1) }
            try await append(facts, to: store)
            try await append([], to: store)
            let folded = try await store.read { try $0.foldedFacts(of: .sample) }
            #expect(folded?.count == contents.count)
            #expect(folded == FoldedFacts(.sample, after: nil, adding: facts))
        }
    }

    /// Reads a purchase as an intake does, folds it, and adds facts.
    private static func append(_ facts: [Fact], to store: any Database) async throws {
        try await store.write { writer in
            let purchase = try writer.purchaseFacts(of: "1000", in: .sandbox)
            try writer.foldOldest(of: .sample, purchase)
            for fact in facts { try writer.append(fact, receivedDate: .second(1000), source: "app") }
        }
    }
}

extension FoldedFactConformanceTests {
    private static let transactionChanges: [@Sendable (inout Transaction) -> Void] = [
        { $0.id = "77" }, { $0.originalTransactionID = "1001" }, { $0.webOrderLineItemID = "5" },
        { $0.productID = "yearly" }, { $0.productType = .consumable }, { $0.subscriptionGroupID = "g9" },
        { $0.purchaseDate = .second(90) }, { $0.originalPurchaseDate = .second(91) },
        { $0.expirationDate = .second(92) }, { $0.quantity = 7 },
        { $0.appAccountToken = AppAccountToken(rawValue: UUID()) }, { $0.ownership = .familyShared },
        { $0.revocation = Revocation(date: .second(93)) }, { $0.isUpgraded.toggle() },
        { $0.offer = Offer(type: .promotional, id: "other") }, { $0.storefront = "JPN" }, { $0.storefrontID = "9" },
        { $0.reason = "OTHER" }, { $0.price = Money(milliunits: 5, currency: "JPY") },
        { $0.appTransactionID = "704" }, { $0.billingPlan = "OTHER" }, { $0.previousOriginalTransactionID = "6" },
        { $0.multiSeatInfo = TransactionMultiSeatInfo(revokedSeatQuantity: 9) },
        { $0.additionalTransactionReason = "OTHER" }, { $0.bundle = SubscriptionBundle(productID: "other") },
        { $0.commitment = $0.commitment == nil ? CompactContentTests.fullTransaction.commitment : nil },
    ]

    private static let renewalChanges: [@Sendable (inout RenewalInfo) -> Void] = [
        { $0.originalTransactionID = "1001" }, { $0.productID = "yearly" }, { $0.autoRenewProductID = "pro" },
        { $0.willAutoRenew = $0.willAutoRenew != true }, { $0.expirationIntent = ExpirationIntent(rawValue: 77) },
        { $0.isInBillingRetryPeriod.toggle() }, { $0.gracePeriodExpirationDate = .second(94) },
        { $0.priceIncrease = PriceIncreaseStatus(rawValue: 77) }, { $0.offer = Offer(type: .promotional, id: "other") },
        { $0.renewalDate = .second(95) }, { $0.renewalPrice = Money(milliunits: 6, currency: "JPY") },
        { $0.recentSubscriptionStartDate = .second(96) }, { $0.eligibleWinBackOfferIDs = ["other"] },
        { $0.appAccountToken = AppAccountToken(rawValue: UUID()) }, { $0.appTransactionID = "704" },
        { $0.renewalBillingPlan = "OTHER" }, { $0.renewalQuantity = 99 },
        { $0.multiSeatInfo = RenewalMultiSeatInfo(renewalPriceTiers: nil) },
        { $0.bundle = SubscriptionBundle(productID: "other") }, { $0.willUnbundle = $0.willUnbundle != true },
        { $0.commitment = $0.commitment == nil ? CompactContentTests.fullRenewalInfo.commitment : nil },
    ]
}

extension PurchaseFacts {
    fileprivate var history: SubscriptionHistory {
        var history = SubscriptionHistory(lineage: "1000")
        folded?.add(to: &history)
        for stored in facts { history.add(stored.fact) }
        return history
    }

    fileprivate var commands: [Fact] {
        (folded?.commands ?? []) + facts.map(\.fact).filter { $0.kind == .command }
    }
}

extension LineageKey {
    fileprivate static let sample = LineageKey(scope: .sandbox, lineage: "1000")
}

extension Transaction {
    fileprivate static func period(_ second: Int, id: Int) -> Transaction {
        Transaction(
            id: TransactionID(rawValue: "\(id)"),
            originalTransactionID: "1000",
            productID: "com.example.app.monthly.subscription",
            productType: .autoRenewableSubscription,
            purchaseDate: .second(second),
            expirationDate: .second(second + 10),
            storefront: "USA",
            price: Money(milliunits: 4990, currency: "USD")
        )
    }
}

extension Fact {
    fileprivate static func period(_ second: Int, id: Int? = nil) -> Fact {
        signed(.transaction(.period(second, id: id ?? second)), second)
    }

    fileprivate static func info(_ second: Int) -> Fact {
        let info = RenewalInfo(
            originalTransactionID: "1000",
            productID: "com.example.app.monthly.subscription",
            willAutoRenew: true,
            renewalDate: .second(second + 10)
        )
        return signed(.renewalInfo(info), second)
    }

    fileprivate static func claim(_ second: Int) -> Fact {
        Fact(
            command: .claim(Claim(lineage: "1000", customer: "anna", basis: .token, isProven: true)),
            scope: .sandbox,
            order: FactOrder(instant: .second(second), sequence: Int64(second)),
            digest: .sample(UInt64(second))
        )
    }

    fileprivate static func signed(_ content: FactContent, _ second: Int, rank: FactRank = .signed) -> Fact {
        let digest = FactDigest.sample(UInt64(truncatingIfNeeded: "\(content) \(second)".hashValue))
        return Fact(
            scope: .sandbox,
            kind: content.kind,
            order: FactOrder(instant: .second(second), rank: rank, digest: digest),
            lineage: "1000",
            digest: digest,
            content: content
        )
    }
}
