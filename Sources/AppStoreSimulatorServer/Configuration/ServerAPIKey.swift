// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
public import AppStoreTypes
import FoundationEssentials

/// A key with which an app's server signs its tokens for the App Store Server API.
public struct ServerAPIKey: Hashable, Sendable, Codable {
    /// The team's id.
    public var issuerID: String

    /// The key's id.
    public var keyID: String

    /// The app.
    public var bundleID: BundleID

    /// The private key as the PEM text of a `.p8` file.
    public var privateKeyPEM: String

    /// Makes a key of an app from the seed's identifiers; the key itself is random.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    static func make(for bundle: BundleID, number: Int) throws -> ServerAPIKey {
        ServerAPIKey(
            issuerID: "57246542-96fe-1a63-e053-0824d011072a",
            keyID: "SIMKEY" + String(String(number + 10_001).dropFirst()),
            bundleID: bundle,
            privateKeyPEM: try PrivateKey.generate(.p256).pem
        )
    }
}
