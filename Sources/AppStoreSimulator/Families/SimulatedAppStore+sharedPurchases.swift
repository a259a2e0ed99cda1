// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Gives the members of the owner's family a non-consumable.
    mutating func share(_ purchase: TransactionPayload, of owner: Int) {
        guard purchase.revocationDate == nil, purchase.inAppOwnershipType == .purchased,
            customers[owner].sharesPurchases, let family = customers[owner].family,
            let product = productSlots[purchase.productId], catalog.products[product].isFamilyShareable,
            let source = purchase.transactionId.key
        else { return }
        for member in families[family] ?? [] where member != owner && !customers[member].isDeleted {
            let has = customers[member].purchases.contains {
                $0.productId == purchase.productId && $0.revocationDate == nil
            }
            if !has { transfer(purchase, source: source, to: member) }
        }
    }

    private mutating func transfer(_ purchase: TransactionPayload, source: TransactionKey, to member: Int) {
        let key = identities.transaction(in: purchase.environment)
        var copy = purchase
        copy.transactionId = TransactionID(key)
        copy.originalTransactionId = OriginalTransactionID(key)
        copy.purchaseDate = now
        copy.originalPurchaseDate = now
        copy.appAccountToken = nil
        copy.inAppOwnershipType = .familyShared
        copy.price = nil
        copy.currency = nil
        copy.appTransactionId = appTransactionID(of: member, app: purchase.bundleId)
        copy.storefront = storefront(of: member).countryCode
        copy.storefrontId = storefront(of: member).id
        sharedPurchases.append(SharedPurchase(source: source, member: member, copy: key))
        store(copy, customer: member)
        notify(.boughtOnce, transaction: copy, customer: member)
    }

    /// Takes an owner's shared purchases away from one member, or from all.
    mutating func withdraw(purchasesOf owner: Int, from member: Int?) {
        let sources = Set(customers[owner].purchases.compactMap(\.transactionId.key))
        let removed = sharedPurchases.filter { sources.contains($0.source) && (member == nil || $0.member == member) }
        withdraw(removed)
    }

    /// Takes the copies of one refunded purchase away from the family.
    mutating func withdraw(copiesOf source: TransactionKey) {
        withdraw(sharedPurchases.filter { $0.source == source })
    }

    private mutating func withdraw(_ removed: [SharedPurchase]) {
        guard !removed.isEmpty else { return }
        sharedPurchases.removeAll { removed.contains($0) }
        for shared in removed {
            let place = TransactionLocation.customer(shared.member)
            guard var copy = customers[shared.member].purchases.last(where: { $0.transactionId.key == shared.copy })
            else { continue }
            copy.revocationDate = now
            copy.revocationReason = .other
            copy.revocationType = .familyRevoke
            replace(copy, at: place)
            publish(copy, customer: shared.member)
            grantAccess(copy, customer: shared.member, until: now)
            notify(.sharingLost, transaction: copy, customer: shared.member)
        }
    }
}
