// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation

/// A crowd that buys, adds, lowers and loses seats, invites members, commits itself, and buys bundles: what a server would
/// hear of it, and what the App Store's own books have.
struct GroupLife {
    typealias Crowd = SimulatorAgreementTests.Crowd

    /// What is sold: seats that the developer gives and seats that the App Store assigns, a commitment, and a bundle.
    static let sold: AppStoreSimulator.Catalog = {
        var catalog = Crowd.sold
        let wanted: Set<ProductID> = ["monthly", "yearly", "pro", "issues", "coins"]
        catalog.products = catalog.products.filter { wanted.contains($0.id) }
        for place in catalog.products.indices where catalog.products[place].type == .autoRenewableSubscription {
            let (id, price) = (catalog.products[place].id, catalog.products[place].price.base)
            catalog.products[place].isFamilyShareable = false
            switch id {
            case "issues": continue
            case "yearly":
                catalog.products[place].subscription?.commitment = CommitmentTerms(
                    monthlyPrice: PriceList(base: 4490)
                )
            default: break
            }
            catalog.products[place].subscription?.multiSeat = MultiSeatTerms(
                invitationManagement: id == "monthly" ? .developer : .apple,
                priceTiers: [
                    .init(minimumSeats: 6, price: PriceList(base: price - 1000)),
                    .init(minimumSeats: 16, price: PriceList(base: price - 1500)),
                ]
            )
        }
        var bundle = Crowd.item("both", .subscriptionBundle, 10_990)
        bundle.subscription = SubscriptionTerms(group: "b", period: .month)
        bundle.bundle = BundleTerms(members: ["pro", "issues"])
        catalog.products.append(bundle)
        return catalog
    }()

    private(set) var store: SimulatedAppStore
    private var workload: RandomWorkload
    private(set) var access = AccessHistory()
    private(set) var facts: [Commerce.CustomerID: [Fact]] = [:]
    /// The money of each customer's own purchases, by the App Store's books; a bundle's belongs to no one.
    private(set) var money: [Commerce.CustomerID: Int64] = [:]
    private var owners: [TransactionID: Commerce.CustomerID] = [:]

    /// How often each thing happened that the property is about.
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64, customers: Int) throws {
        var settings = SimulatorSettings()
        settings.production.grace = seed % 2 == 0 ? GracePeriod(days: 16) : nil
        settings.production.renewalTiming = RenewalTiming(
            leadSeconds: 3600,
            latePerMille: 20,
            maximumLapseSeconds: 600
        )
        store = SimulatedAppStore(
            catalog: Self.sold,
            seed: seed,
            startingAt: .utc("2026-10-01"),
            settings: settings
        )
        var ids = (0..<customers).map { AppStoreSimulator.CustomerID(rawValue: "customer-\($0)") }
        for id in ids { _ = try store.perform(.addCustomer(CustomerProfile(id: id, storefront: "DEU"))) }
        for number in 0..<2 {
            let id = AppStoreSimulator.CustomerID(rawValue: "organization-\(number)")
            _ = try store.perform(.addOrganization(CustomerProfile(id: id, storefront: "DEU")))
            ids.append(id)
        }
        workload = RandomWorkload(seed: seed, customers: ids, catalog: Self.sold, actionsPerYear: 60)
    }

    mutating func play(until end: Date) {
        var (known, book, owners, money, counts) = (facts, access, owners, money, counts)
        workload.play(until: end, in: &store) { effects in
            book.record(effects)
            for change in effects.transactions {
                let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                owners[change.transaction.transactionId] = id
                known[id, default: []].append(Crowd.fact(change.transaction))
                for kind in Self.kinds(of: change.transaction) { counts[kind, default: 0] += 1 }
            }
            for change in effects.renewalInfos {
                let id = Commerce.CustomerID(rawValue: change.customer.rawValue)
                known[id, default: []].append(Crowd.fact(change.renewalInfo))
                if change.renewalInfo.expirationIntent == .unbundled { counts["unbundled", default: 0] += 1 }
            }
            for sale in effects.sales {
                guard let owner = owners[sale.transaction] else { continue }
                money[owner, default: 0] += Int64(abs(sale.units)) * sale.customerPrice
            }
        }
        (facts, access, self.owners, self.money, self.counts) = (known, book, owners, money, counts)
    }

    private static func kinds(of transaction: TransactionPayload) -> [String] {
        [
            transaction.inAppOwnershipType == .assigned ? "assigned" : nil,
            transaction.revocationType == .assignmentRevoke ? "removed" : nil,
            transaction.revocationReason == .upgradedToBundle ? "switched" : nil,
            transaction.bundle == nil ? nil : "bundled",
        ].compactMap(\.self)
    }
}
