// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StoreReader {
    /// All that is known of a customer in one app and environment.
    ///
    /// `now` is its present; `isKnown` leaves facts out, for a look at what was known at another time; a purchase that was
    /// just looked at need not be read again.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalogue: AppCatalogue,
        policy: CommercePolicy,
        now: Date,
        knowing purchase: LineageChange? = nil,
        where isKnown: (StoredFact) -> Bool = { _ in true }
    ) throws -> CustomerAccount {
        let own = try accountFacts(naming: customer, in: scope).filter(isKnown).map(\.fact)
        let claimed = try claims(of: customer).filter { $0.scope == scope }.map(\.lineage)
        let named = own.compactMap { $0.lineage }
        var account = CustomerAccount(customer: customer, catalogs: catalogue.indexed, facts: own, policy: policy)
        account.present = now
        for lineage in Set(claimed + named).sorted() {
            if let purchase, purchase.key == LineageKey(scope: scope, lineage: lineage) {
                account.take(purchase.key, from: purchase.account)
                continue
            }
            for stored in try lifeFacts(of: lineage, in: scope) where isKnown(stored) { account.add(stored.fact) }
        }
        return account
    }
}
