// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// Another member of the customer's family, and what the customer gets from that member.
struct Relative: Sendable {
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
        try perform { desk in
            try desk.gatherFamily()
            try desk.give(.buy(Relative.id, product: ProductID(rawValue: product), options: PurchaseOptions()))
        }
    }

    /// The store gives the other member's money back.
    package func familyIsRefunded(_ product: String) throws {
        try requireProduct(product)
        try perform { desk in
            guard let bought = desk.state.relative?.purchases[ProductID(rawValue: product)] else {
                throw TestMistake.noTransaction
            }
            try desk.give(.refund(bought, decision: .full(.other), cancels: true))
        }
    }

    /// The other member shares purchases, or does not.
    package func familyShares(_ shares: Bool) throws {
        try perform { desk in
            try desk.gatherFamily()
            try desk.give(.changeCustomer(Relative.id, .sharesPurchases(shares)))
            desk.state.relative?.shares = shares
        }
    }

    /// The customer leaves the family.
    package func leaveFamily() throws {
        try perform { desk in
            guard desk.state.relative != nil else { throw TestMistake.invalidAction("the customer has no family") }
            try desk.disbandFamily()
        }
    }
}

extension Desk {
    /// Ends the family.
    mutating func disbandFamily() throws {
        try give(.leaveFamily(customer))
        try give(.leaveFamily(Relative.id))
        try give(.clearHistory(Relative.id))
        state.relative = nil
    }

    /// Makes the family that there was, in a store that begins anew.
    mutating func gatherFamilyAgain() throws {
        guard let old = state.relative else { return }
        state.relative = nil
        try gatherFamily()
        try give(.changeCustomer(Relative.id, .sharesPurchases(old.shares)))
        state.relative?.shares = old.shares
    }

    /// Makes a family of the customer and another member, if there is none.
    fileprivate mutating func gatherFamily() throws {
        guard state.relative == nil, let profile = state.core.profile(of: customer) else { return }
        var other = CustomerProfile(id: Relative.id, environment: profile.environment, storefront: profile.storefront)
        other.rate = profile.rate
        if state.core.profile(of: Relative.id) == nil { try give(.addCustomer(other)) }
        try give(.joinFamily(Relative.id, Relative.family))
        try give(.joinFamily(customer, Relative.family))
        state.relative = Relative()
    }
}
