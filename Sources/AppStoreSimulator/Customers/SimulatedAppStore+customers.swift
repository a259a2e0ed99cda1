// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The customers who have an account, in the order in which the accounts were made.
    public var customerIDs: [CustomerID] {
        customers.filter { !$0.isDeleted && $0.isOrganization != true }.map(\.profile.id)
    }

    /// A customer's account, or nothing when there is none of that name.
    public func profile(of id: CustomerID) -> CustomerProfile? {
        customerSlots[id].map { customers[$0].profile }
    }

    /// A customer's purchases that wait for a parent or for the customer.
    public func pendingPurchases(of id: CustomerID) -> [PendingPurchase] {
        customerSlots[id].map { customers[$0].pending } ?? []
    }

    mutating func add(_ profile: CustomerProfile) throws {
        guard customerSlots[profile.id] == nil else {
            throw SimulatorError(.customerExists, "There is a customer \"\(profile.id)\" already; choose another name.")
        }
        try check(profile.storefront)
        customerSlots[profile.id] = customers.count
        customers.append(Customer(profile: profile))
    }

    mutating func change(_ slot: Int, _ change: CustomerChange) throws {
        switch change {
        case .storefront(let country):
            try check(country)
            customers[slot].profile.storefront = country
        case .payment(let method):
            customers[slot].profile.payment = method
            if method == .works { retryAll(of: slot) }
        case .asksToBuy(let asks):
            customers[slot].profile.asksToBuy = asks
        case .interruptsPurchases(let interrupts):
            customers[slot].profile.interruptsPurchases = interrupts
        case .allowsPurchases(let allows):
            customers[slot].profile.allowsPurchases = allows
            if allows { retryAll(of: slot) }
        case .rate(let rate):
            customers[slot].profile.rate = rate
        case .sharesPurchases(let shares):
            customers[slot].sharesPurchases = shares
            if shares { shareEverything(of: slot) } else { stopSharing(of: slot) }
        }
    }

    mutating func download(_ slot: Int, _ app: BundleID) throws {
        guard catalog.app(app) != nil else {
            throw SimulatorError(.unknownApp, "The catalog has no app \"\(app)\".")
        }
        _ = appTransactionID(of: slot, app: app)
        effects.receipts.append(Effects.ReceiptChange(customer: customers[slot].profile.id, app: app, date: now))
    }

    /// A payment that works again is tried at once, as the App Store does when a card is fixed.
    private mutating func retryAll(of slot: Int) {
        for subscription in customers[slot].subscriptions where lineages[subscription.slot].bundle == nil {
            let phase = lineages[subscription.slot].phase
            if phase == .grace || phase == .retry, lineages[subscription.slot].willRenew { retry(subscription.slot) }
        }
    }

    private func check(_ country: StorefrontCountryCode) throws {
        guard Storefront.of(country) != nil else {
            throw SimulatorError(.unknownStorefront, "There is no storefront \"\(country)\"; use a code such as USA.")
        }
    }

    /// The identifier of a customer's download of an app, which is made when there is none.
    mutating func appTransactionID(of slot: Int, app: BundleID) -> AppTransactionID {
        if let known = customers[slot].downloads.first(where: { $0.app == app }) { return known.appTransactionID }
        let download = Customer.Download(
            app: app,
            appTransactionID: identities.appTransaction(),
            originalPurchaseDate: now,
            originalVersion: catalog.app(app)?.version ?? "1"
        )
        customers[slot].downloads.append(download)
        return download.appTransactionID
    }
}
