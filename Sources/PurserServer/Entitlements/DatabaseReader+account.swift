// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseReader {
    /// All that is known of a customer in one app and environment.
    ///
    /// `now` is its present; `isKnown` leaves facts out, to derive what was known at another time.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        where isKnown: (StoredFact) -> Bool = { _ in true }
    ) throws -> CustomerAccount {
        try account(
            of: customer,
            in: scope,
            catalog: catalog,
            policy: policy,
            now: now,
            except: nil,
            where: isKnown
        ).account
    }

    /// The same without the facts of one purchase, and the purchases that are the customer's or that the customer's
    /// facts name.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        except: LineageKey?,
        where isKnown: (StoredFact) -> Bool = { _ in true }
    ) throws -> (account: CustomerAccount, lineages: Set<OriginalTransactionID>) {
        let own = try accountFacts(naming: customer, in: scope).filter(isKnown).map(\.fact)
        let claimed = try claims(of: customer).filter { $0.scope == scope }.map(\.lineage)
        let named = own.compactMap { $0.lineage }
        var account = CustomerAccount(customer: customer, catalogs: catalog.indexed, facts: own, policy: policy)
        account.present = now
        let lineages = Set(claimed + named)
        for lineage in lineages.sorted() where except != LineageKey(scope: scope, lineage: lineage) {
            for stored in try lifeFacts(of: lineage, in: scope) where isKnown(stored) { account.add(stored.fact) }
        }
        return (account, lineages)
    }
}
