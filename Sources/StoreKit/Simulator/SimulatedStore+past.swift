// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// The store as it was right after a purchase in the past, before time continued to the present.
struct BackdatedStore: Sendable {
    var core: SimulatedAppStore
    var ledger: PurchaseHistory
}

extension PurchaseOrder {
    /// When the purchase was made, if not now, and the result of a subscription.
    var past: (date: Date, behavior: Product.PurchaseOption.SubscriptionRenewalBehavior)? {
        for case .purchaseDate(let date, let behavior) in options.map(\.choice) { return (date, behavior) }
        return nil
    }
}

extension SimulatedStore {
    /// How often a subscription may have renewed since a purchase in the past.
    private static let maximumRenewals = 2000.0

    /// A store in which nothing was bought yet.
    static func emptyCore(
        _ catalog: Catalog,
        app: BundleID,
        customer: CustomerProfile,
        startingAt start: Date
    ) throws -> SimulatedAppStore {
        let seed = UInt64(bitPattern: start.millisecondsSince1970)
        var core = SimulatedAppStore(catalog: catalog, seed: seed, startingAt: start)
        _ = try core.perform(.addCustomer(customer))
        _ = try core.perform(.download(customer.id, app: app))
        return core
    }

    /// Goes back to a date, does something there, and lets everything happen again that is due until now.
    ///
    /// A state machine cannot be turned back: it begins again at the date while the customer has nothing, and otherwise
    /// continues from the last purchase that was made this way. Whatever cannot happen again as it did is refused.
    func inThePast<Result>(
        _ date: Date,
        at mutation: inout StoreMutation,
        _ body: (inout StoreMutation) throws -> Result
    ) throws -> Result {
        let now = mutation.state.core.now
        guard date <= now else { throw TestSessionIssue.invalidAction("a purchase cannot have a date in the future") }
        try requireFewRenewals(from: date, to: now, rate: mutation.state.switches.rate)
        let before = mutation.state
        do {
            try goBack(to: date, at: &mutation)
            try mutation.configure()
            mutation.catchUp(to: date.addingTimeInterval(-mutation.state.offset))
            let result = try body(&mutation)
            let past = BackdatedStore(core: mutation.state.core, ledger: mutation.state.ledger)
            mutation.catchUp(to: now.addingTimeInterval(-mutation.state.offset))
            guard mutation.state.ledger.goesOn(from: before.ledger) else {
                throw TestSessionIssue.invalidAction("a purchase in the past comes after the renewals that there are")
            }
            mutation.state.past = past
            mutation.updates = []
            return result
        } catch {
            mutation.state = before
            mutation.updates = []
            throw error
        }
    }

    private func goBack(to date: Date, at mutation: inout StoreMutation) throws {
        let state = mutation.state
        guard let profile = state.core.profile(of: customer) else { throw StoreKitError.unknown }
        let familyHasNothing = state.relative?.purchases.isEmpty ?? true
        if state.ledger.order.isEmpty, state.pendingNumbers.isEmpty, familyHasNothing {
            let catalog = state.core.catalog
            mutation.state.core = try Self.emptyCore(catalog, app: bundleID, customer: profile, startingAt: date)
            try mutation.gatherFamilyAgain()
        } else if let past = state.past, past.core.now <= date {
            (mutation.state.core, mutation.state.ledger) = (past.core, past.ledger)
            mutation.state.ledger.finished = state.ledger.finished
            mutation.updates = Set(state.ledger.order)
            try mutation.grant(.changeCustomer(customer, .storefront(profile.storefront)))
        } else {
            throw TestSessionIssue.invalidAction(
                "purchases in the past come before all others with their results, the oldest first"
            )
        }
    }

    private func requireFewRenewals(from date: Date, to now: Date, rate: RenewalRate) throws {
        let shortest: Double
        switch rate {
        case .every(let seconds): shortest = Double(seconds)
        case .monthly(let seconds): shortest = Double(seconds) / 4
        default: return
        }
        guard now.timeIntervalSince(date) / shortest <= Self.maximumRenewals else {
            throw TestSessionIssue.invalidAction(
                "at this time rate a subscription would have renewed too often since then"
            )
        }
    }
}

extension PurchaseHistory {
    /// Whether everything that was there is there still, each under its number.
    fileprivate func goesOn(from old: PurchaseHistory) -> Bool {
        old.all.allSatisfy { old in
            guard let new = transactions[old.transactionId] else { return false }
            return new.productId == old.productId && new.originalTransactionId == old.originalTransactionId
                && new.purchaseDate == old.purchaseDate
        }
    }
}

extension Command {
    /// Whether a purchase in the past may go back to before this: switches are set again there, and the app stays done
    /// with what it is done with.
    var outlivesThePast: Bool {
        switch self {
        case .finish, .configure: true
        case .changeCustomer(_, .storefront), .changeCustomer(_, .payment): true
        case .changeCustomer(_, .asksToBuy), .changeCustomer(_, .interruptsPurchases): true
        default: false
        }
    }
}
