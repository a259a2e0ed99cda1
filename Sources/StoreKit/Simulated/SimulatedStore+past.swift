// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// The store as it was right after a purchase in the past, before time went on to the present.
struct PastStore: Sendable {
    var core: SimulatedAppStore
    var ledger: Ledger

    /// How many transactions the customer had when time had gone on: more than these came by other ways.
    var count: Int
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
    /// on from the last purchase that was made this way.
    func inThePast<Result>(
        _ date: Date,
        at desk: inout Desk,
        _ body: (inout Desk) throws -> Result
    ) throws -> Result {
        let now = desk.state.core.now
        guard date <= now else { throw TestMistake.invalidAction("a purchase cannot have a date in the future") }
        try requireFewRenewals(from: date, to: now, rate: desk.state.switches.rate)
        let (core, ledger) = (desk.state.core, desk.state.ledger)
        do {
            if ledger.order.isEmpty, desk.state.pendingNumbers.isEmpty {
                guard let profile = core.profile(of: customer) else { throw StoreKitError.unknown }
                desk.state.core = try Self.emptyCore(core.catalog, app: bundleID, customer: profile, startingAt: date)
            } else if let past = desk.state.past, past.count == ledger.order.count, past.core.now <= date {
                (desk.state.core, desk.state.ledger) = (past.core, past.ledger)
                desk.state.ledger.finished = ledger.finished
            } else {
                throw TestMistake.invalidAction("purchases in the past come before all others, the oldest first")
            }
            try desk.configure()
            desk.catchUp(to: date.addingTimeInterval(-desk.state.offset))
            let result = try body(&desk)
            let (pastCore, pastLedger) = (desk.state.core, desk.state.ledger)
            desk.catchUp(to: now.addingTimeInterval(-desk.state.offset))
            desk.state.past = PastStore(core: pastCore, ledger: pastLedger, count: desk.state.ledger.order.count)
            return result
        } catch {
            (desk.state.core, desk.state.ledger) = (core, ledger)
            throw error
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
