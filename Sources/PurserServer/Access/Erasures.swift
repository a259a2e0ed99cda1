// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import FoundationEssentials
import Persistence

/// The erasures that customer tokens are checked against.
///
/// A token outlives neither its customer nor, if the same identifier is created again, that customer's predecessor: it
/// names the last erasure that its server knew, and another erasure since then makes it invalid. No clock is compared,
/// so it holds for servers whose clocks differ, and for two events in the same millisecond.
struct Erasures: Sendable {
    /// How long an erasure is stored: longer than any token made before it can live.
    static let lifetime: TimeInterval = CustomerToken.maximumLifetime + 3600

    /// The pseudonyms of customers who were erased a short time ago, by the SHA-256 of their identifiers.
    static let records = RecordStore<String, String>("erasures")

    let database: any Database

    /// The identifier of the customer's last erasure, while a token from before it could still be valid.
    func last(of customer: CustomerID) async throws -> String? {
        try await database.read { try $0.value(Self.name(of: customer), in: Self.records) }
    }

    /// Whether a token was made after its customer's last erasure.
    ///
    /// An erasure is stored for longer than a token from before it can live: when none is stored any more, whatever is
    /// valid was made since.
    func allow(_ token: CustomerToken) async throws -> Bool {
        guard let last = try await last(of: CustomerID(rawValue: token.customer)) else { return true }
        return last == token.erasure
    }

    /// A name from which no one reads the customer.
    static func name(of customer: CustomerID) -> String {
        Hexadecimal.encode(SHA256.digest(of: Array("erased customer ".utf8) + Array(customer.rawValue.utf8)))
    }
}
