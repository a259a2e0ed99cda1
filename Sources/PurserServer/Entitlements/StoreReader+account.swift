// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StoreReader {
    /// All that is known of a customer in one app and environment.
    ///
    /// `isKnown` leaves facts out, for a look at what was known at another time.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalogue: AppCatalogue,
        policy: CommercePolicy,
        where isKnown: (StoredFact) -> Bool = { _ in true }
    ) throws -> CustomerAccount {
        let own = try facts(naming: customer, in: scope).filter(isKnown).map(\.fact)
        let claimed = try claims(of: customer).filter { $0.scope == scope }.map(\.lineage)
        let named = own.compactMap { $0.lineage }
        var account = CustomerAccount(customer: customer, catalogs: [catalogue.rules], facts: own, policy: policy)
        for lineage in Set(claimed + named).sorted() {
            for stored in try facts(of: lineage, in: scope) where isKnown(stored) { account.add(stored.fact) }
        }
        return account
    }
}
