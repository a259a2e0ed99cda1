// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// How the facts of an account are read.
enum AccountReading: Hashable {
    /// The oldest facts of long subscriptions as what they come to.
    case folded

    /// Each fact, to compare the result with what is stored.
    case oneByOne

    /// Each fact that was received by an instant.
    case knownAt(Date)
}

extension DatabaseReader {
    /// A purchase with no new fact.
    func purchase(_ key: LineageKey, policy: CommercePolicy) throws -> LineageChange {
        LineageChange(key: key, try purchaseFacts(of: key.lineage, in: key.scope), policy: policy)
    }

    /// All that is known of a customer in one app and environment.
    ///
    /// `now` is its present; `except` leaves the facts of one purchase out.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        except: LineageKey? = nil,
        reading: AccountReading = .folded
    ) throws -> CustomerAccount {
        func isKnown(_ stored: StoredFact) -> Bool {
            guard case .knownAt(let instant) = reading else { return true }
            return stored.receivedDate <= instant
        }
        let own = try accountFacts(naming: customer, in: scope).filter(isKnown).map(\.fact)
        let claimed = try claims(of: customer).filter { $0.scope == scope }.map(\.lineage)
        var account = CustomerAccount(customer: customer, catalogs: catalog.indexed, facts: own, policy: policy)
        account.present = now
        let lineages = Set(claimed + own.compactMap { $0.lineage })
            .filter { except != LineageKey(scope: scope, lineage: $0) }
        guard reading != .folded else {
            for purchase in try purchaseFacts(of: lineages.sorted(), in: scope).values { account.add(purchase) }
            return account
        }
        for lineage in lineages.sorted() {
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
        for purchase in try purchaseFacts(of: others.sorted(), in: scope).values { account.add(purchase) }
        return (account, index)
    }
}

extension CustomerAccount {
    /// Adds a purchase's facts.
    fileprivate mutating func add(_ purchase: PurchaseFacts) {
        if let folded = purchase.folded { add(folded) }
        for stored in purchase.facts { add(stored.fact) }
    }
}

extension LineageChange {
    /// Begins with a purchase's facts.
    init(key: LineageKey, _ purchase: PurchaseFacts, policy: CommercePolicy) {
        self.init(key: key, folded: purchase.folded, known: purchase.facts.map(\.fact), policy: policy)
    }
}
