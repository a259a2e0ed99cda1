// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Random crowds that buy, add, lower and lose seats in the simulator: its own books and these rules must agree.
@Suite struct GroupAgreementTests {
    private typealias Crowd = SimulatorAgreementTests.Crowd

    private static let sold: AppStoreSimulator.Catalog = {
        var catalog = Crowd.sold
        catalog.products = catalog.products.filter { ["monthly", "yearly", "pro", "coins"].contains($0.id) }
        for place in catalog.products.indices where catalog.products[place].type == .autoRenewableSubscription {
            let price = catalog.products[place].price.base
            catalog.products[place].isFamilyShareable = false
            if catalog.products[place].id == "yearly" {
                catalog.products[place].subscription?.commitment = CommitmentTerms(
                    monthlyPrice: PriceList(base: 4490)
                )
            }
            catalog.products[place].subscription?.multiSeat = MultiSeatTerms(
                priceTiers: [
                    .init(minimumSeats: 6, price: PriceList(base: price - 1000)),
                    .init(minimumSeats: 16, price: PriceList(base: price - 1500)),
                ]
            )
        }
        return catalog
    }()

    /// What happened, as a server would hear it and as the App Store's books have it.
    private struct Life {
        var store: SimulatedAppStore
        var workload: RandomWorkload
        var access = AccessHistory()
        var facts: [Commerce.CustomerID: [Fact]] = [:]
        var owners: [TransactionID: Commerce.CustomerID] = [:]
        var money: [Commerce.CustomerID: Int64] = [:]

        init(seed: UInt64, customers: Int) throws {
            var settings = SimulatorSettings()
            settings.production.renewalTiming = RenewalTiming(
                leadSeconds: 3600,
                latePerMille: 20,
                maximumLapseSeconds: 600
            )
            store = SimulatedAppStore(
                catalog: sold,
                seed: seed,
                startingAt: .utc("2026-10-01"),
                settings: settings
            )
            let ids = (0..<customers).map { AppStoreSimulator.CustomerID(rawValue: "customer-\($0)") }
            for id in ids { _ = try store.perform(.addCustomer(CustomerProfile(id: id, storefront: "DEU"))) }
            workload = RandomWorkload(seed: seed, customers: ids, catalog: sold, actionsPerYear: 60)
        }

        mutating func play(until end: Date) {
            var (known, book, owners, money) = (facts, access, owners, money)
            workload.play(until: end, in: &store) { effects in
                book.record(effects)
                for change in effects.transactions {
                    let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                    owners[change.transaction.transactionId] = id
                    known[id, default: []].append(Crowd.fact(change.transaction))
                }
                for change in effects.renewalInfos {
                    let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                    known[id, default: []].append(Crowd.fact(change.renewalInfo))
                }
                for sale in effects.sales {
                    guard let owner = owners[sale.transaction] else { continue }
                    money[owner, default: 0] += Int64(abs(sale.units)) * sale.customerPrice
                }
            }
            (facts, access, self.owners, self.money) = (known, book, owners, money)
        }
    }

    /// How many crowds are played; more in a long run.
    private static let seeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["PURSER_GROUP_SEEDS"].flatMap(UInt64.init) ?? 6
        return Array(1...count)
    }()

    private struct Opening: Hashable {
        var product: String
        var end: Date?
    }

    @Test(arguments: seeds)
    func `access, seats and money are the simulator's own, month by month and in any order`(seed: UInt64) throws {
        var life = try Life(seed: seed, customers: 30)
        var (groups, additions, refunds, commitments, compared) = (0, 0, 0, 0, 0)
        for month in 1...14 {
            let now = Date.utc("2026-10-01").addingTimeInterval(Double(month) * 30 * 86_400)
            life.play(until: now)
            for (customer, facts) in life.facts {
                var random = SeededGenerator(seed: seed &+ UInt64(month))
                let account = SimulatorAgreementTests.account(customer, facts.shuffled(using: &random))
                let id = AppStoreSimulator.CustomerID(rawValue: customer.rawValue)
                let truth = life.access.truth(of: id, at: now)
                try #require(
                    Self.openings(account, asOf: now) == Self.openings(truth),
                    "seed \(seed), \(customer), \(now): access\n\(Self.transcript(facts))"
                )
                for snapshot in life.store.subscriptions(of: id) {
                    let key = LineageKey(scope: .app, lineage: snapshot.transaction.originalTransactionId)
                    let history = try #require(account.history(of: key))
                    let state = try #require(history.state(asOf: now))
                    groups += snapshot.seats == nil ? 0 : 1
                    additions += history.periods.reduce(0) { $0 + $1.additions.count }
                    refunds += history.transactions.count { $0.transaction.revokedSeats > 0 }
                    // The next period may have been charged already.
                    guard state.hasAccess, snapshot.transaction.purchaseDate <= now else { continue }
                    try #require(
                        state.seats == snapshot.seats,
                        "seed \(seed), \(customer), \(now): seats\n\(Self.transcript(facts))"
                    )
                    let renewal = snapshot.renewalInfo.renewalQuantity
                    commitments += state.commitment == nil ? 0 : 1
                    try #require(
                        state.commitment?.billingPeriodNumber
                            == snapshot.transaction.commitmentInfo?.billingPeriodNumber
                            && (state.nextRenewal == nil) == (snapshot.renewalInfo.autoRenewStatus == .off),
                        "seed \(seed), \(customer), \(now): commitment\n\(Self.transcript(facts))"
                    )
                    try #require(state.renewalSeats == renewal, "seed \(seed), \(customer), \(now): renewal seats")
                }
                guard let recorded = Self.recordedMoney(account, facts) else { continue }
                compared += 1
                try #require(recorded == life.money[customer] ?? 0, "seed \(seed), \(customer), \(now): money")
            }
        }
        #expect(
            groups > 20 && additions > 5 && refunds > 2 && commitments > 10 && compared > 30,
            "\(groups) \(additions) \(refunds) \(commitments) \(compared)"
        )
    }

    /// The transactions in the order of signing, for a failure's message.
    private static func transcript(_ facts: [Fact]) -> String {
        facts.sorted { $0.order < $1.order }.compactMap { fact in
            guard case .transaction(let known) = fact.content, let end = known.expirationDate else { return nil }
            let marks = [
                known.additionalTransactionReason?.rawValue, known.isUpgraded ? "upgraded" : nil,
                known.revocation.map { "revoked \($0.date)" }, known.reason?.rawValue,
            ].compactMap(\.self)
            return
                "\(fact.order.instant): \(known.originalTransactionID) \(known.id) \(known.productID) \(known.purchaseDate) to \(end)"
                + " \(known.quantity)-\(known.revokedSeats) \(marks)"
        }.joined(separator: "\n")
    }

    /// The money of a customer's purchases by the facts; nothing where a share of a price was worked out, which rounds.
    private static func recordedMoney(_ account: CustomerAccount, _ facts: [Fact]) -> Int64? {
        var sum: Int64 = 0
        for key in account.lineageKeys {
            let sales = LineageSales.sales(
                of: facts.filter { $0.lineage == key.lineage },
                lineage: key.lineage,
                scope: .app,
                catalog: SimulatorAgreementTests.catalog
            )
            guard !sales.contains(where: \.isShare) else { return nil }
            sum += sales.reduce(0) { $0 + $1.amount }
        }
        return sum
    }

    /// What the simulator's book opens: of a group subscription, until the last of its transactions ends.
    private static func openings(_ truth: ExpectedAccess) -> Set<Opening> {
        let ends = Dictionary(grouping: truth.access, by: \.product).mapValues { access in
            access.contains { $0.until == nil } ? nil : access.compactMap(\.until).max()
        }
        return Set(ends.map { Opening(product: $0.key.rawValue, end: $0.value) })
    }

    private static func openings(_ account: CustomerAccount, asOf now: Date) -> Set<Opening> {
        Set(
            account.entitlements(asOf: now).filter(\.isActive).map { answer in
                let reasons = [answer.reason] + answer.otherReasons
                let end = reasons.contains { $0.endDate == nil } ? nil : reasons.compactMap(\.endDate).max()
                return Opening(product: answer.entitlement.rawValue, end: end)
            }
        )
    }
}
