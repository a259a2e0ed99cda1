// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// Another member of the customer's family, and what the customer gets from that member.
struct FamilyMember: Sendable {
    static let id = CustomerID(rawValue: "relative")
    static let family = FamilyID(rawValue: "family")

    /// The member's newest transaction of each product.
    var purchases: [ProductID: TransactionID] = [:]

    /// Whether the member shares purchases.
    var shares = true
}

extension SimulatedStore {
    /// Another member of the family buys a product.
    package func familyBuys(_ product: String) throws {
        try requireProduct(product)
        try perform { mutation in
            try mutation.gatherFamily()
            try mutation.grant(.buy(FamilyMember.id, product: ProductID(rawValue: product), options: PurchaseOptions()))
        }
    }

    /// The store gives the other member's money back.
    package func familyIsRefunded(_ product: String) throws {
        try requireProduct(product)
        try perform { mutation in
            guard let bought = mutation.state.relative?.purchases[ProductID(rawValue: product)] else {
                throw TestSessionIssue.noTransaction
            }
            try mutation.grant(.refund(bought, decision: .full(.other), cancels: true))
        }
    }

    /// The other member shares purchases, or does not.
    package func familyShares(_ shares: Bool) throws {
        try perform { mutation in
            try mutation.gatherFamily()
            try mutation.grant(.changeCustomer(FamilyMember.id, .sharesPurchases(shares)))
            mutation.state.relative?.shares = shares
        }
    }

    /// The customer leaves the family.
    package func leaveFamily() throws {
        try perform { mutation in
            guard mutation.state.relative != nil else {
                throw TestSessionIssue.invalidAction("the customer has no family")
            }
            try mutation.disbandFamily()
        }
    }
}

extension StoreMutation {
    /// Ends the family.
    mutating func disbandFamily() throws {
        try grant(.leaveFamily(customer))
        try grant(.leaveFamily(FamilyMember.id))
        try grant(.clearHistory(FamilyMember.id))
        state.relative = nil
    }

    /// Makes the family that there was, in a store that begins again.
    mutating func gatherFamilyAgain() throws {
        guard let old = state.relative else { return }
        state.relative = nil
        try gatherFamily()
        try grant(.changeCustomer(FamilyMember.id, .sharesPurchases(old.shares)))
        state.relative?.shares = old.shares
    }

    /// Makes a family of the customer and another member, if there is none.
    fileprivate mutating func gatherFamily() throws {
        guard state.relative == nil, let profile = state.core.profile(of: customer) else { return }
        var other = CustomerProfile(
            id: FamilyMember.id,
            environment: profile.environment,
            storefront: profile.storefront
        )
        other.rate = profile.rate
        if state.core.profile(of: FamilyMember.id) == nil { try grant(.addCustomer(other)) }
        try grant(.joinFamily(FamilyMember.id, FamilyMember.family))
        try grant(.joinFamily(customer, FamilyMember.family))
        state.relative = FamilyMember()
    }
}
