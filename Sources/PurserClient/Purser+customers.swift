// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Says who is signed in; purchases in progress stay with who began them.
    ///
    /// Everything that was bought without an account becomes the account's: the server merges the two.
    ///
    /// - Parameter customer: The customer, as the team's server names customers.
    public func signIn(_ customer: String) async {
        guard customer != self.customer else { return }
        self.customer = customer
        removeCached()
        emit(.customerChanged)
        // Until this customer's entitlements are known there are none: never those of who was here before.
        if server != nil { apply(Entitlements(customer: customer)) }
        await mergeIdentity(into: customer)
        await loadSnapshot()
        await refreshEntitlements()
        listenAsCustomer()
        // Purchases that no one was known for have a customer now.
        await recoverUnfinishedOrders()
    }

    /// Says that no one is signed in; what was paid by the customer stays the customer's.
    ///
    /// What is bought from then on without an account is another anonymous customer's.
    public func signOut() async {
        guard customer != nil, !isAnonymous else { return }
        customer = nil
        removeCached()
        emit(.customerChanged)
        apply(Entitlements())
        listenAsCustomer()
        if server == nil { await refreshEntitlements() }
    }
}
