// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension SimulatorEngine {
    /// A transaction by its id.
    func transaction(_ id: String) throws -> TransactionRecord? {
        try history.transaction(id)
    }

    /// The transactions of which a condition holds.
    func transactions(_ condition: SQL, order: SQL = "revision", limit: Int = 1000) throws -> [TransactionRecord] {
        try history.transactions(condition, order: order, limit: limit)
    }

    /// The renewal infos of which a condition holds.
    func renewals(_ condition: SQL) throws -> [RenewalRecord] {
        try history.renewals(condition)
    }

    /// The notifications of which a condition holds, each with its signed document, which is made now if need be.
    func notifications(_ condition: SQL, order: SQL = "number", limit: Int) throws -> [NotificationRecord] {
        var records = try history.notifications(condition, order: order, limit: limit)
        for index in records.indices where records[index].document == nil {
            guard let document = try signing.sign(records[index].effect) else { continue }
            try history.save(document, of: records[index].effect.uuid.description)
            records[index].document = document
        }
        return records
    }

    /// The customers with their accounts, in the order they were made.
    func customers(in environment: Environment?) -> [CustomerProfile] {
        store.customerIDs.compactMap { store.profile(of: $0) }
            .filter { environment == nil || $0.environment == environment }
    }

    /// A customer's account.
    func customer(_ id: CustomerID) -> CustomerProfile? {
        store.profile(of: id)
    }

    /// What waits for a parent or for the customer.
    func pendingPurchases(of id: CustomerID) -> [PendingPurchase] {
        store.pendingPurchases(of: id)
    }

    /// A customer's subscriptions as they are now.
    func subscriptions(of id: CustomerID) -> [SubscriptionSnapshot] {
        store.subscriptions(of: id)
    }

    /// A group subscription's seats.
    func seatInfo(of subscription: OriginalTransactionID) throws -> SeatInfo {
        try store.seatInfo(subscription)
    }

    /// The groups that a customer bought or has a seat in.
    func groups(of id: CustomerID, app: BundleID) -> [GroupSnapshot] {
        store.groups(of: id, app: app)
    }

    /// A group of an app.
    func group(_ id: CustomerGroupID, app: BundleID, in environment: Environment) -> GroupSnapshot? {
        store.group(id, app: app, in: environment)
    }

    /// A customer's bundles as they are now.
    func bundles(of id: CustomerID) -> [BundleSnapshot] {
        store.bundles(of: id)
    }

    /// Whether an identifier is a bundle's own.
    func isBundle(_ id: OriginalTransactionID, of app: BundleID) -> Bool {
        store.isBundle(id, of: app)
    }

    /// The organizations that buy seats outside of any app.
    func organizations() -> [CustomerProfile] {
        store.organizationIDs.compactMap { store.profile(of: $0) }
    }

    /// A customer's download of an app.
    func appTransaction(of id: CustomerID, app: BundleID) -> AppTransactionPayload? {
        store.appTransaction(of: id, app: app)
    }

    /// The result of extending all subscriptions of a product.
    func massExtension(_ request: String, of product: ProductID, in environment: Environment) -> MassExtension? {
        store.massExtension(request: request, product: product, in: environment)
    }

    /// Whose download of an app an identifier names.
    func customer(ofDownload id: String, for caller: ServerAPIRoutes.Caller) -> CustomerID? {
        store.customer(ofDownload: AppTransactionID(rawValue: id), app: caller.app, in: caller.environment)
    }

    /// Whether a fault shows a customer's history as empty.
    func isHistoryHidden(of id: CustomerID) throws -> Bool {
        let until = try history.connection.first(
            "SELECT until FROM hidden WHERE customer = \(id.rawValue)",
            as: Date.self
        )
        return until.map { store.now < $0 } ?? false
    }

    /// What is sold.
    var catalog: Catalog { store.catalog }

    /// How the environments behave.
    var settings: SimulatorSettings { store.settings }
}
