// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseReader {
    /// All that is known of a customer in one app and environment.
    ///
    /// `now` is its present; `isKnown` leaves facts out, to derive what was known at another time; `except` leaves the facts
    /// of one purchase out.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        except: LineageKey? = nil,
        where isKnown: (StoredFact) -> Bool = { _ in true }
    ) throws -> CustomerAccount {
        let own = try accountFacts(naming: customer, in: scope).filter(isKnown).map(\.fact)
        let claimed = try claims(of: customer).filter { $0.scope == scope }.map(\.lineage)
        var account = CustomerAccount(customer: customer, catalogs: catalog.indexed, facts: own, policy: policy)
        account.present = now
        let lineages = Set(claimed + own.compactMap { $0.lineage })
        for lineage in lineages.sorted() where except != LineageKey(scope: scope, lineage: lineage) {
            for stored in try lifeFacts(of: lineage, in: scope) where isKnown(stored) { account.add(stored.fact) }
        }
        return account
    }

    /// What a decision about a customer follows from: everything but the facts of one purchase, and of those that give
    /// no access, which are only counted.
    ///
    /// Where an order is for one device, it matters which device each purchase serves, and all of them are read.
    func decisionAccount(
        of customer: CustomerID,
        in scope: AppScope,
        catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        except: LineageKey?
    ) throws -> (account: CustomerAccount, index: CustomerPurchaseIndex) {
        let own = try ownFacts(of: customer, in: scope)
        guard !own.contains(where: \.namesDevice) else {
            let account = try account(
                of: customer,
                in: scope,
                catalog: catalog,
                policy: policy,
                now: now,
                except: except
            )
            let lineages = account.lineageKeys.filter { $0.scope == scope }.map(\.lineage)
            return (account, CustomerPurchaseIndex(lineages: Set(lineages)))
        }
        let index = try purchaseIndex(of: customer, in: scope)
        var account = CustomerAccount(
            customer: customer,
            catalogs: catalog.indexed,
            facts: own.map(\.fact),
            policy: policy
        )
        account.present = now
        let others = index.lineages.filter { except != LineageKey(scope: scope, lineage: $0) }
        for stored in try lifeFacts(of: others.sorted(), in: scope) { account.add(stored.fact) }
        return (account, index)
    }
}
