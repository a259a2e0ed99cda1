// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

#if os(Linux)
import StoreKitCrypto
#else
import CryptoKit
#endif

/// The customers without an account that this device has been: the present one, and those whose sign-in continues.
///
/// It is one record, so that a kill leaves it as it was before a change or after.
struct AnonymousIdentities: Hashable, Sendable, Codable {
    /// A sign-in that the server has not confirmed.
    struct Merge: Hashable, Sendable, Codable {
        var secret: String
        var account: String
    }

    /// An anonymous customer who became an account.
    struct Alias: Hashable, Sendable, Codable {
        var alias: String
        var account: String
    }

    /// How many confirmed sign-ins are kept: purchases in progress may still name their aliases.
    private static let aliasLimit = 100

    /// The secret of the present customer; made when it is first needed.
    var secret: String?
    var merges: [Merge] = []
    var aliases: [Alias] = []

    /// The present customer.
    var customer: String? { secret.flatMap(Self.customer) }

    /// Makes a customer unless there is one.
    mutating func create() -> String {
        if let customer { return customer }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        secret = Self.base64URL(Data(bytes))
        return Self.customer(of: Data(bytes))
    }

    /// Lets the present customer become an account; the next one is another customer.
    mutating func signIn(as account: String) {
        guard let secret else { return }
        merges.append(Merge(secret: secret, account: account))
        self.secret = nil
    }

    /// Takes a sign-in for confirmed.
    mutating func confirm(_ merge: Merge) {
        merges.removeAll { $0 == merge }
        guard let alias = Self.customer(merge.secret) else { return }
        aliases.append(Alias(alias: alias, account: merge.account))
        aliases.removeFirst(max(0, aliases.count - Self.aliasLimit))
    }

    /// The account that an anonymous customer became, as far as the server confirmed it.
    func account(of customer: String) -> String? { aliases.last { $0.alias == customer }?.account }

    /// The secret of a customer that is not an alias yet.
    func secret(of customer: String) -> String? {
        ([secret].compactMap(\.self) + merges.map(\.secret)).first { Self.customer($0) == customer }
    }

    /// The customer whom the server knows by a secret.
    private static func customer(_ secret: String) -> String? {
        var text = secret.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        return Data(base64Encoded: text).map(customer(of:))
    }

    private static func customer(of secret: Data) -> String {
        let digest = SHA256.hash(data: Data("anonymous customer ".utf8) + secret)
        let digits = digest.prefix(20).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return "anon_" + digits.joined()
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
