// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

/// What apps and backends report about a customer besides purchases.
struct CustomerProfile: Hashable, Sendable, Codable {
    /// When the customer's account was made.
    var accountCreated: Date?
    /// How long the customer used the app, in seconds.
    var playSeconds: Int64?
    /// `active`, `suspended`, `terminated` or `limited`.
    var accountState: String?
    /// Whether ``accountCreated`` is the backend's word, which an app cannot change.
    var hasBackendsAccountCreated: Bool?
    /// Whether ``accountState`` is the backend's word, which an app cannot change.
    var hasBackendsAccountState: Bool?
    /// How often a purchase was shown under another customer's token.
    var tokenMismatches: Int?
    /// How often a purchase came for an order of another quantity.
    var quantityMismatches: Int?
    /// How much of each purchase was used, in thousandths of a per cent.
    var usage: [String: Int]?
    /// The signs of fraud that were reported.
    var reportedSignals: [String]?
}

extension StoredCustomer {
    /// What apps and backends reported about the customer.
    func profile() throws -> CustomerProfile {
        try body.map { try ServiceJSON.decode(from: $0) } ?? CustomerProfile()
    }
}

extension DatabaseReader {
    func profile(of customer: CustomerID) throws -> CustomerProfile {
        try self.customer(customer)?.profile() ?? CustomerProfile()
    }
}

extension DatabaseWriter {
    /// Changes what is kept about a customer.
    func changeProfile(of customer: CustomerID, now: Date, _ change: (inout CustomerProfile) -> Void) throws {
        var stored = try self.customer(customer) ?? StoredCustomer(id: customer, createdDate: now)
        var profile =
            try stored.body.map { try ServiceJSON.decode(CustomerProfile.self, from: $0) } ?? CustomerProfile()
        let before = profile
        change(&profile)
        guard profile != before else { return }
        stored.body = try ServiceJSON.encode(profile)
        try upsert(stored)
    }
}
