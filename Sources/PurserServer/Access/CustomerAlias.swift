// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import FoundationEssentials
import Persistence

/// An anonymous customer who became an account's, and since when.
struct CustomerAlias: Hashable, Sendable, Codable, SchemaDescribed {
    /// The identifier of the anonymous customer.
    var alias: CustomerID
    /// The account.
    var customer: CustomerID
    /// When they were merged.
    var merged: Date

    private enum CodingKeys: String, CodingKey {
        case alias, customer
        case merged = "mergedAt"
    }

    static let schema = Schema.object(["alias": .string, "customer": .string, "mergedAt": .instant])

    /// How many aliases an account has at most: each is a command that decisions about the account read.
    static let maximumCount = 500

    /// All aliases, by their own identifiers.
    static let records = RecordStore<String, CustomerAlias>("customer-aliases")

    /// The aliases of each account.
    static let recordsOfCustomers = OwnedRecordStore<String, String, Presence>("aliases-of-customers")
}

extension DatabaseReader {
    /// The account that an identifier is an alias of; `nil` when it is not an alias.
    func alias(_ customer: CustomerID) throws -> CustomerAlias? {
        guard customer.isAnonymous else { return nil }
        return try value(customer.rawValue, in: CustomerAlias.records)
    }

    /// The customer whom an identifier names: of an alias the account.
    func resolve(_ customer: CustomerID) throws -> CustomerID {
        try alias(customer)?.customer ?? customer
    }

    /// The aliases of an account, the oldest first.
    func aliases(of customer: CustomerID) throws -> [CustomerAlias] {
        guard !customer.isAnonymous else { return [] }
        return try allRecords(in: CustomerAlias.recordsOfCustomers[customer.rawValue])
            .compactMap { try alias(CustomerID(rawValue: $0.name)) }
            .sorted { ($0.merged, $0.alias) < ($1.merged, $1.alias) }
    }
}

extension DatabaseWriter {
    /// Makes an identifier an alias of an account.
    func store(_ alias: CustomerAlias, now: Date) throws {
        try upsert(alias, as: alias.alias.rawValue, in: CustomerAlias.records, now: now)
        let store = CustomerAlias.recordsOfCustomers[alias.customer.rawValue]
        try upsert(Presence(), as: alias.alias.rawValue, in: store, now: now)
    }

    /// Makes the aliases of an account no one's, because the account is erased.
    func removeAliases(of customer: CustomerID) throws {
        for alias in try aliases(of: customer) {
            try removeRecord(alias.alias.rawValue, in: CustomerAlias.records)
            let store = CustomerAlias.recordsOfCustomers[customer.rawValue]
            try removeRecord(alias.alias.rawValue, in: store)
        }
    }
}

/// The secret that a device keeps for its customer without an account.
struct AnonymousSecret: Hashable, Sendable {
    /// How many random bytes it has.
    static let length = 32

    private let bytes: [UInt8]

    /// Reads a secret; anything that is not 32 bytes in Base64URL is `nil`.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    /// The customer: the first 20 bytes of a hash, from which no one computes the secret.
    var customer: CustomerID {
        let digest = SHA256.digest(of: Array("anonymous customer ".utf8) + bytes)
        return CustomerID(rawValue: CustomerID.anonymousPrefix + Hexadecimal.encode(Array(digest.prefix(20))))
    }
}
