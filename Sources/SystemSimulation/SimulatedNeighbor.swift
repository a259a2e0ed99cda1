// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A kind of actor that a server cannot choose: attackers, careless buyers, and changes that reach servers at different
/// times.
package enum SimulatedNeighbor: String, Hashable, Sendable, CaseIterable {
    /// Somebody with the app's key and purchases of their own, who acts in other customers' names.
    case stranger
    /// A customer with a valid token, who shows other customers' documents, orders and tokens.
    case impostor
    /// A customer with purchases of their own, who uses other customers' order identifiers and what belongs to another
    /// app.
    case attacker
    /// A customer whose payment is of another quantity than the order.
    case quantity
    /// An operator who changes a product's credit on one server while another serves from its cache.
    case catalog
    /// An app that shows its old transaction just after an expiration of which no notification arrived.
    case oldDocuments = "old-documents"
    /// A customer who is erased, signs up again and restores.
    case leaver
    /// A customer who buys without an account, signs in later, and signs out again.
    case visitor

    /// Some of the kinds, at least one, picked by a seed.
    package static func some(seed: UInt64) -> Set<SimulatedNeighbor> {
        var dice = SimulationRandom(seed: seed ^ 0x5EED_0F_B1EE_D5)
        let picked = allCases.filter { _ in dice.happens(50) }
        return picked.isEmpty ? [dice.pick(allCases)] : Set(picked)
    }
}

/// An account that asks a server in the simulation: an account of the App Store, whatever names and keys it uses.
struct Principal: Hashable, Sendable {
    var account: String

    init(_ account: String) {
        self.account = account
    }

    init(_ account: some RawRepresentable<String>) {
        self.account = account.rawValue
    }
}

/// What neighbors did that changes who may have what.
struct Neighborhood {
    /// The customers who showed a purchase with a valid token, by its original transaction identifier.
    var shownWithToken: [String: Set<String>] = [:]
    /// What customers' tokens showed, by transaction and customer, in order.
    var proofs: [String: [ShownProof]] = [:]
    /// The assigned seats in the receipts that were posted, by transaction.
    var seatsInReceipts: Set<String> = []
    /// Customers and entitlements of which two customers may lawfully say that it is theirs.
    var contested: Set<String> = []
    /// The credit of each product as an operator knows it now; nil where no answer came.
    var credits: [ProductID: Int64?] = [:]
    /// The names under which the leaver was and is a customer, the current one last; none before the first purchase.
    var leaverNames: [String] = []
    /// Whether the leaver has been erased and has not come back.
    var leaverIsAway = false
    /// What the visitor's app keeps.
    var visitor = SimulatedVisitor()
    /// How many requests and responses the network loses in a thousand now.
    var lostPerMille = (requests: 0, answers: 0)

    static func contest(_ customer: String, _ entitlement: String) -> String { "\(customer) \(entitlement)" }
}
