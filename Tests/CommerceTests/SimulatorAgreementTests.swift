// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Random crowds in the simulator, whose rules were written independently of these: both must agree.
@Suite struct SimulatorAgreementTests {
    /// Random lives of a crowd with every fact that a server would hear, by customer.
    struct Crowd {
        var store: SimulatedAppStore
        var life: RandomWorkload
        var record = AccessHistory()
        var facts: [Commerce.CustomerID: [Fact]] = [:]

        init(seed: UInt64, count: Int, grace: GracePeriod? = GracePeriod(days: 16)) throws {
            var settings = SimulatorSettings()
            settings.production.grace = grace
            settings.production.renewalTiming = RenewalTiming(
                leadSeconds: 3600,
                latePerMille: 20,
                maximumLapseSeconds: 600
            )
            store = SimulatedAppStore(
                catalog: Self.sold,
                seed: seed,
                startingAt: .utc("2025-01-01"),
                settings: settings
            )
            var ids: [AppStoreSimulator.CustomerID] = []
            for index in 0..<count {
                let id = AppStoreSimulator.CustomerID(rawValue: "customer-\(index)")
                _ = try store.perform(.addCustomer(CustomerProfile(id: id)))
                ids.append(id)
            }
            life = RandomWorkload(seed: seed, customers: ids, catalog: Self.sold)
        }

        mutating func play(until end: Date) {
            var (facts, log) = (facts, record)
            life.play(until: end, in: &store) { effects in
                log.record(effects)
                for change in effects.transactions {
                    let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                    facts[id, default: []].append(Self.fact(change.transaction))
                }
                for change in effects.renewalInfos {
                    let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                    facts[id, default: []].append(Self.fact(change.renewalInfo))
                }
            }
            (self.facts, self.record) = (facts, log)
        }

        static func fact(_ payload: TransactionPayload) -> Fact {
            fact(
                .transaction(Commerce.Transaction(payload)),
                payload.originalTransactionId,
                payload.signedDate,
                payload
            )
        }

        static func fact(_ payload: RenewalInfoPayload) -> Fact {
            fact(.renewalInfo(RenewalInfo(payload)), payload.originalTransactionId, payload.signedDate, payload)
        }

        static func fact(
            _ content: FactContent,
            _ lineage: OriginalTransactionID,
            _ signedDate: Date,
            _ payload: some Hashable
        ) -> Fact {
            let digest = FactDigest.of("\(payload)")
            return Fact(
                scope: .app,
                kind: content.kind,
                order: FactOrder(instant: signedDate, rank: .signed, digest: digest),
                lineage: lineage,
                digest: digest,
                content: content
            )
        }

        static let sold = AppStoreSimulator.Catalog(
            apps: [CatalogApp(bundleID: "com.example.reader", appAppleID: AppAppleID(rawValue: 1), name: "Reader")],
            products: [
                item("coins", .consumable, 990), item("forever", .nonConsumable, 49_990, shareable: true),
                plan("monthly", "g", level: 2, .month, 4990), plan("yearly", "g", level: 2, .year, 49_990),
                plan("pro", "g", level: 1, .month, 9990), plan("weekly", "g", level: 3, .week, 1990),
                plan("issues", "m", level: 1, .month, 2990),
            ]
        )

        static func item(
            _ id: ProductID,
            _ type: ProductType,
            _ price: Int64,
            shareable: Bool = false
        ) -> AppStoreSimulator.CatalogProduct {
            AppStoreSimulator.CatalogProduct(
                id: id,
                appleID: 1,
                bundleID: "com.example.reader",
                type: type,
                price: PriceList(base: price),
                isFamilyShareable: shareable
            )
        }

        static func plan(
            _ id: ProductID,
            _ group: SubscriptionGroupID,
            level: Int,
            _ period: BillingPeriod,
            _ price: Int64
        ) -> AppStoreSimulator.CatalogProduct {
            var product = item(id, .autoRenewableSubscription, price, shareable: true)
            product.subscription = SubscriptionTerms(
                group: group,
                level: level,
                period: period,
                introductoryOffer: AppStoreSimulator.CatalogOffer(id: "trial", mode: .freeTrial, period: .week),
                promotionalOffers: [
                    AppStoreSimulator.CatalogOffer(
                        id: "half",
                        mode: .payAsYouGo,
                        period: .month,
                        periodCount: 2,
                        price: PriceList(base: price / 2)
                    )
                ]
            )
            return product
        }
    }

    /// Every product gives an entitlement of its own name, so that entitlements and products can be compared.
    static let catalog: Commerce.Catalog = {
        let products = Crowd.sold.products.map { product in
            Commerce.CatalogProduct(
                id: product.id,
                type: product.type,
                groupID: product.subscription?.group,
                level: product.subscription?.level,
                entitlements: product.type == .consumable ? [] : [EntitlementID(rawValue: product.id.rawValue)]
            )
        }
        return Commerce.Catalog(
            bundleID: "com.example.reader",
            products: products,
            groups: [
                Commerce.CatalogGroup(id: "g", levelsImplyLower: false),
                Commerce.CatalogGroup(id: "m", levelsImplyLower: false),
            ]
        )
    }()

    static func account(_ customer: Commerce.CustomerID, _ facts: [Fact]) -> CustomerAccount {
        CustomerAccount(customer: customer, catalogs: [catalog], facts: facts, ownsUnclaimed: true)
    }

    struct Opening: Hashable, Comparable, CustomStringConvertible {
        var product: String
        var transaction: String
        var end: Date?

        static func < (left: Opening, right: Opening) -> Bool {
            (left.product, left.transaction) < (right.product, right.transaction)
        }

        var description: String { "\(product) by \(transaction) until \(end.map { "\($0)" } ?? "ever")" }
    }

    static func openings(_ truth: ExpectedAccess) -> [Opening] {
        truth.access.map {
            Opening(product: $0.product.rawValue, transaction: $0.transaction.rawValue, end: $0.until)
        }.sorted()
    }

    /// What the account opens, one for each subscription or purchase.
    static func openings(_ account: CustomerAccount, asOf now: Date) -> [Opening] {
        account.entitlements(asOf: now).filter(\.isActive).flatMap { answer in
            ([answer.reason] + answer.otherReasons).compactMap { reason in
                reason.transactionID.map {
                    Opening(product: answer.entitlement.rawValue, transaction: $0.rawValue, end: reason.endDate)
                }
            }
        }.sorted()
    }

    /// How many seeds to play; more in a long run.
    static let seeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap(UInt64.init) ?? 8
        return Array(1...count)
    }()

    /// For the properties that look at every moment of a life: half of the seeds.
    static let fewer = seeds.prefix((seeds.count + 1) / 2)

    @Test(arguments: seeds)
    func `every customer's access is the simulator's own truth, month by month`(seed: UInt64) throws {
        var crowd = try Crowd(seed: seed, count: 60, grace: seed % 3 == 0 ? nil : GracePeriod(days: 16))
        var compared = 0
        for month in 2...13 {
            let now = month == 13 ? Date.utc("2026-01-01") : .utc("2025-\(month)-01 12:00:00")
            crowd.play(until: now)
            for (customer, facts) in crowd.facts {
                let truth = crowd.record.truth(of: AppStoreSimulator.CustomerID(rawValue: customer.rawValue), at: now)
                let expected = Self.openings(truth)
                let found = Self.openings(Self.account(customer, facts), asOf: now)
                #expect(
                    found == expected,
                    "seed \(seed), \(customer), \(now): \(found), not \(expected)"
                )
                compared += 1
            }
        }
        #expect(compared > 300)
    }

    @Test(arguments: fewer)
    func `order and repetition change nothing, and adding one by one gives the same`(seed: UInt64) throws {
        var crowd = try Crowd(seed: 1000 + seed, count: 60)
        crowd.play(until: .utc("2026-01-01"))
        var generator = SeededGenerator(seed: seed)
        for (customer, facts) in crowd.facts {
            let whole = Self.account(customer, facts)
            var late = CustomerAccount(customer: customer, catalogs: [Self.catalog], ownsUnclaimed: true)
            for fact in (facts + facts).shuffled(using: &generator) { late.add(fact) }
            #expect(late.lineageKeys == whole.lineageKeys)
            for key in whole.lineageKeys {
                #expect(late.history(of: key) == whole.history(of: key), "seed \(seed), \(customer), \(key)")
            }
            for month in 1...12 {
                let now = Date.utc("2025-\(month)-15")
                #expect(late.entitlements(asOf: now) == whole.entitlements(asOf: now), "seed \(seed), \(customer)")
            }
        }
    }

    @Test(arguments: fewer)
    func `periods never overlap, and access is open exactly when a period or grace covers the instant`(
        seed: UInt64
    ) throws {
        var crowd = try Crowd(seed: 2000 + seed, count: 60)
        crowd.play(until: .utc("2026-01-01"))
        var generator = SeededGenerator(seed: seed)
        for (customer, facts) in crowd.facts {
            let account = Self.account(customer, facts)
            for key in account.lineageKeys {
                guard let history = account.history(of: key) else { continue }
                let periods = history.periods.filter { $0.startDate < $0.endDate }
                for (before, after) in zip(periods, periods.dropFirst()) {
                    #expect(before.endDate <= after.startDate, "seed \(seed), \(customer), \(key)")
                }
                for _ in 0..<20 {
                    let second = Int64.random(in: 0..<365 * 86_400, using: &generator)
                    let now = Date.utc("2025-01-01").addingTimeInterval(Double(second))
                    guard let state = history.state(asOf: now) else { continue }
                    let isCovered = periods.contains { $0.covers(now) }
                    let isInGrace = state.graceEndDate.map { now < $0 } ?? false
                    #expect(state.hasAccess == (isCovered || isInGrace), "seed \(seed), \(customer), \(key), \(now)")
                    let isOpen = account.entitlements(asOf: now).contains {
                        $0.isActive && ([$0.reason] + $0.otherReasons).contains { $0.lineage == key.lineage }
                    }
                    #expect(isOpen == state.hasAccess, "seed \(seed), \(customer), \(key), \(now)")
                }
            }
        }
    }

    @Test(arguments: fewer)
    func `refunding the last purchase and reversing it changes nothing`(seed: UInt64) throws {
        var crowd = try Crowd(seed: 3000 + seed, count: 60)
        crowd.play(until: .utc("2025-07-01"))
        let now = Date.utc("2025-07-03")
        for (customer, facts) in crowd.facts {
            let newest = facts.filter { $0.kind == .transaction }.max { $0.order < $1.order }
            guard let newest, case .transaction(let transaction) = newest.content else { continue }
            var (refunded, restored) = (transaction, transaction)
            refunded.revocation = Revocation(date: .utc("2025-07-01 12:00:00"), type: .refundFull)
            if transaction.revocation != nil { restored = transaction }
            restored.quantity = transaction.quantity
            func again(_ transaction: Commerce.Transaction, _ date: Date) -> Fact {
                Crowd.fact(.transaction(transaction), transaction.originalTransactionID, date, "\(transaction)\(date)")
            }
            let both = facts + [again(refunded, .utc("2025-07-01 12:00:00")), again(restored, .utc("2025-07-02"))]
            let before = Self.account(customer, facts).entitlements(asOf: now)
            let after = Self.account(customer, both).entitlements(asOf: now)
            #expect(before.map(\.isActive) == after.map(\.isActive), "seed \(seed), \(customer)")
            #expect(before.map(\.endDate) == after.map(\.endDate), "seed \(seed), \(customer)")
        }
    }

    @Test(arguments: fewer)
    func `what a stream opens of the current issue a magazine opens too, and keeps`(seed: UInt64) throws {
        var crowd = try Crowd(seed: 4000 + seed, count: 60)
        crowd.play(until: .utc("2026-01-01"))
        var magazine = Self.catalog
        magazine.entitlements = [Commerce.CatalogEntitlement(id: "issues", model: .magazine)]
        let issues = (1...12).map { month in
            ContentItemRegistration(
                id: ContentItemID(rawValue: "\(month)"),
                entitlement: "issues",
                publicationDate: .utc("2025-\(month)-01")
            )
        }
        for (customer, facts) in crowd.facts {
            let streaming = Self.account(customer, facts)
            let reading = streaming.under(.standard, catalogs: [magazine])
            var stored: Set<ContentItemID> = []
            for month in 1...12 {
                let now = Date.utc("2025-\(month)-20")
                let open = Set(
                    ContentLibrary(reading, items: issues).access(asOf: now).filter(\.isReadable).map(\.item.id)
                )
                #expect(stored.isSubset(of: open), "seed \(seed), \(customer), \(now)")
                stored = open
                let current = ContentLibrary(streaming, items: issues).access(asOf: now).last {
                    $0.item.publicationDate <= now
                }
                if let current, current.isReadable {
                    #expect(open.contains(current.item.id), "seed \(seed), \(customer), \(now)")
                }
            }
        }
    }

    @Test(arguments: fewer)
    func `every subscription's status is the simulator's, week by week`(seed: UInt64) throws {
        var crowd = try Crowd(seed: 5000 + seed, count: 40, grace: seed % 2 == 0 ? nil : GracePeriod(days: 16))
        for week in 1...52 {
            let now = Date.utc("2025-01-01").addingTimeInterval(Double(week) * 7 * 86_400)
            crowd.play(until: now)
            for (customer, facts) in crowd.facts {
                let account = Self.account(customer, facts)
                let id = AppStoreSimulator.CustomerID(rawValue: customer.rawValue)
                for snapshot in crowd.store.subscriptions(of: id) {
                    let lineage = snapshot.transaction.originalTransactionId
                    let history = account.history(of: LineageKey(scope: .app, lineage: lineage))
                    let state = try #require(history?.state(asOf: now))
                    if state.isRenewalPending { continue }
                    // Apple does not say what a refunded subscription is after the day on which it would have ended;
                    // the simulator lets it expire, these rules keep the reason. There is no access either way.
                    let isOver = now >= state.period.expirationDate
                    if state.status == .revoked, snapshot.status == .expired, isOver { continue }
                    #expect(
                        state.status == snapshot.status,
                        "seed \(seed), \(customer), \(lineage), \(now): \(state.reason.rule)"
                    )
                }
            }
        }
    }
}
