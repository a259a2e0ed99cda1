// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What Apple's server APIs want to see, and where those servers are.
public struct AppStoreCredentials: Sendable, Codable {
    /// The issuer's UUID from App Store Connect.
    public var issuerID: String

    /// The ten characters that name the key.
    public var keyID: String

    /// The key itself as PEM text, as Apple gives it in a `.p8` file.
    public var privateKeyPEM: String

    /// Another server instead of Apple's for production, such as a simulator.
    public var productionURL: String?

    /// Another server instead of Apple's for the sandbox, such as a simulator.
    public var sandboxURL: String?

    /// Makes credentials.
    public init(
        issuerID: String,
        keyID: String,
        privateKeyPEM: String,
        productionURL: String? = nil,
        sandboxURL: String? = nil
    ) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.privateKeyPEM = privateKeyPEM
        self.productionURL = productionURL
        self.sandboxURL = sandboxURL
    }
}

extension AppStoreCredentials: CustomStringConvertible {
    /// The key's name; never the key.
    public var description: String { "App Store credentials \(keyID)" }
}
