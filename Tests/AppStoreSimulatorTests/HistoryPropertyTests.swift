// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// What must hold in every history, tried on random ones.
@Suite struct HistoryPropertyTests {
    struct Run {
        var history = SimulatorHistory()
        var log = Effects()
        var store: SimulatedAppStore

        init(seed: UInt64, version: EnvironmentSettings.NotificationVersion = .version2) throws {
            var (store, life) = try DeterminismTests.crowd(40, seed: seed, faults: false)
            var settings = store.settings[.production]
            settings.notifications = version
            _ = try store.perform(.configure(.production, settings))
            var history = SimulatorHistory()
            var log = Effects()
            life.play(until: .day(2026, 1, 1), in: &store) { effects in
                history.record(effects)
                log.append(effects)
            }
            self.store = store
            self.history = history
            self.log = log
        }
    }

    static let seeds: [UInt64] = [11, 12, 13, 14, 15, 16]

    @Test(arguments: seeds)
    func `identifiers are unique and belong to one customer`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        var owners: [TransactionID: CustomerID] = [:]
        for change in run.log.transactions {
            let owner = owners.updateValue(change.customer, forKey: change.transaction.transactionId)
            #expect(owner == nil || owner == change.customer, "seed \(seed)")
        }
        let uuids = run.log.notifications.map(\.uuid)
        #expect(Set(uuids).count == uuids.count, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `a subscription's used periods follow each other and never overlap`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        for customer in run.store.customerIDs {
            let periods = run.history.transactions(of: customer).filter { $0.type == .autoRenewableSubscription }
            for lineage in Set(periods.map(\.originalTransactionId)) {
                let own = periods.filter { $0.originalTransactionId == lineage }
                for (former, next) in zip(own, own.dropFirst()) {
                    #expect(former.purchaseDate <= next.purchaseDate, "seed \(seed), \(customer)")
                    guard former.isUpgraded != true, former.revocationDate == nil,
                        former.inAppOwnershipType == .purchased, let end = former.expiresDate
                    else { continue }
                    #expect(end <= next.purchaseDate, "seed \(seed), \(customer)")
                }
            }
        }
    }

    @Test(arguments: seeds)
    func `a customer has at most one own subscription of a group`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        for customer in run.store.customerIDs {
            let own = run.store.subscriptions(of: customer).filter { $0.transaction.inAppOwnershipType == .purchased }
            #expect(Set(own.map(\.group)).count == own.count, "seed \(seed), \(customer)")
        }
    }

    @Test(arguments: seeds)
    func `every notification carries the state that follows it`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        let expected: [String: Set<SubscriptionStatus>] = [
            "SUBSCRIBED.INITIAL_BUY": [.active], "SUBSCRIBED.RESUBSCRIBE": [.active, .billingGracePeriod],
            "DID_RENEW": [.active], "DID_RENEW.BILLING_RECOVERY": [.active],
            "DID_FAIL_TO_RENEW": [.billingRetry], "DID_FAIL_TO_RENEW.GRACE_PERIOD": [.billingGracePeriod],
            "GRACE_PERIOD_EXPIRED": [.billingRetry], "EXPIRED.VOLUNTARY": [.expired],
            "EXPIRED.BILLING_RETRY": [.expired], "EXPIRED.PRICE_INCREASE": [.expired], "REVOKE": [.revoked],
        ]
        var seen: Set<String> = []
        for notification in run.log.notifications {
            guard let status = notification.status, let allowed = expected[notification.label] else { continue }
            seen.insert(notification.label)
            let isShared = notification.transaction?.inAppOwnershipType == .familyShared
            #expect(
                allowed.contains(status) || isShared && notification.label == "SUBSCRIBED.INITIAL_BUY",
                "seed \(seed), \(notification.label), \(status)"
            )
        }
        #expect(seen.count >= 6, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `every revocation says when, why and how`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        for customer in run.store.customerIDs {
            for transaction in run.history.transactions(of: customer) where transaction.revocationDate != nil {
                #expect(transaction.revocationReason != nil && transaction.revocationType != nil)
                #expect((transaction.revocationPercentage == nil) == (transaction.revocationType == .familyRevoke))
            }
        }
    }

    @Test(arguments: seeds)
    func `the books agree with the transactions`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        let sold = run.log.sales.filter { $0.units > 0 }.map(\.transaction)
        let bought = run.store.customerIDs.flatMap { run.history.transactions(of: $0) }
            .filter { $0.inAppOwnershipType == .purchased }
        #expect(Set(sold) == Set(bought.map(\.transactionId)), "seed \(seed)")
        for sale in run.log.sales {
            #expect(sale.proceeds <= Int64(sale.customerPrice.magnitude), "seed \(seed)")
            #expect((sale.units < 0) == (sale.customerPrice < 0), "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `a customer never has two introductory offers of a group`(seed: UInt64) throws {
        let run = try Run(seed: seed)
        for customer in run.store.customerIDs {
            let offers = run.history.transactions(of: customer).filter { $0.offerType == .introductory }
            #expect(offers.count <= 1, "seed \(seed), \(customer)")
        }
    }

    @Test(arguments: seeds)
    func `version 1 knows its own types only`(seed: UInt64) throws {
        let run = try Run(seed: seed, version: .version1)
        let known: Set = [
            "INITIAL_BUY", "DID_RENEW", "DID_RECOVER", "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS",
            "DID_CHANGE_RENEWAL_PREF", "INTERACTIVE_RENEWAL", "PRICE_INCREASE_CONSENT", "CANCEL", "REFUND", "REVOKE",
            "CONSUMPTION_REQUEST",
        ]
        #expect(Set(run.log.notifications.map(\.label)).isSubset(of: known), "seed \(seed)")
    }

    @Test func `the state is as large as the living customers, whatever the years`() throws {
        var store = Store(catalog: .sample)
        for index in 0..<30 {
            let id = CustomerID(rawValue: "customer-\(index)")
            try store.perform(.addCustomer(CustomerProfile(id: id)))
            _ = try store.store.perform(.buy(id, product: "silver.plus", options: PurchaseOptions()))
        }
        var sizes: [Int] = []
        for year in [2027, 2032] {
            for month in 1...12 {
                _ = store.store.advance(to: .day(year, month, 2))
                // Consumables come and go; what is too old to be refunded is forgotten.
                _ = try store.store.perform(.buy("customer-0", product: "coins", options: PurchaseOptions()))
            }
            sizes.append(try AppStoreJSON.encode(store.store).count)
        }
        #expect(abs(sizes[1] - sizes[0]) < sizes[0] / 20, "\(sizes)")
    }
}
