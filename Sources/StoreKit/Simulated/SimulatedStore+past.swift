// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// The store as it was right after a purchase in the past, before time went on to the present.
struct PastStore: Sendable {
    var core: SimulatedAppStore
    var ledger: Ledger
}

extension PurchaseOrder {
    /// When the purchase was made, if not now, and what became of a subscription.
    var past: (date: Date, behavior: Product.PurchaseOption.SubscriptionRenewalBehavior)? {
        for case .purchaseDate(let date, let behavior) in options.map(\.choice) { return (date, behavior) }
        return nil
    }
}

extension SimulatedStore {
    /// How often a subscription may have renewed since a purchase in the past.
    private static let mostRenewals = 2000.0

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
    /// A state machine cannot be turned back: it begins anew at the date while the customer has nothing, and otherwise goes
    /// on from the last purchase that was made this way. Whatever cannot happen again as it did is refused.
    func inThePast<Result>(
        _ date: Date,
        at desk: inout Desk,
        _ body: (inout Desk) throws -> Result
    ) throws -> Result {
        let now = desk.state.core.now
        guard date <= now else { throw TestMistake.invalidAction("a purchase cannot have a date in the future") }
        try requireFewRenewals(from: date, to: now, rate: desk.state.switches.rate)
        let before = desk.state
        do {
            try goBack(to: date, at: &desk)
            try desk.configure()
            desk.catchUp(to: date.addingTimeInterval(-desk.state.offset))
            let result = try body(&desk)
            let past = PastStore(core: desk.state.core, ledger: desk.state.ledger)
            desk.catchUp(to: now.addingTimeInterval(-desk.state.offset))
            guard desk.state.ledger.goesOn(from: before.ledger) else {
                throw TestMistake.invalidAction("a purchase in the past comes after the renewals that there are")
            }
            desk.state.past = past
            desk.told = []
            return result
        } catch {
            desk.state = before
            desk.told = []
            throw error
        }
    }

    private func goBack(to date: Date, at desk: inout Desk) throws {
        let state = desk.state
        guard let profile = state.core.profile(of: customer) else { throw StoreKitError.unknown }
        let familyHasNothing = state.relative?.purchases.isEmpty ?? true
        if state.ledger.order.isEmpty, state.pendingNumbers.isEmpty, familyHasNothing {
            let catalog = state.core.catalog
            desk.state.core = try Self.emptyCore(catalog, app: bundleID, customer: profile, startingAt: date)
            try desk.gatherFamilyAgain()
        } else if let past = state.past, past.core.now <= date {
            (desk.state.core, desk.state.ledger) = (past.core, past.ledger)
            desk.state.ledger.finished = state.ledger.finished
            desk.told = Set(state.ledger.order)
            try desk.give(.changeCustomer(customer, .storefront(profile.storefront)))
        } else {
            throw TestMistake.invalidAction(
                "purchases in the past come before all others and what becomes of them, the oldest first"
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
        guard now.timeIntervalSince(date) / shortest <= Self.mostRenewals else {
            throw TestMistake.invalidAction("at this time rate a subscription would have renewed too often since then")
        }
    }
}

extension Ledger {
    /// Whether everything that was there is there still, each under its number.
    fileprivate func goesOn(from old: Ledger) -> Bool {
        old.all.allSatisfy { old in
            guard let new = transactions[old.transactionId] else { return false }
            return new.productId == old.productId && new.originalTransactionId == old.originalTransactionId
                && new.purchaseDate == old.purchaseDate
        }
    }
}

extension Command {
    /// Whether a purchase in the past may go back to before this: switches are set again there, and the app stays done with
    /// what it is done with.
    var outlivesThePast: Bool {
        switch self {
        case .finish, .configure: true
        case .changeCustomer(_, .storefront), .changeCustomer(_, .payment): true
        case .changeCustomer(_, .asksToBuy), .changeCustomer(_, .interruptsPurchases): true
        default: false
        }
    }
}
