// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import FoundationEssentials

/// The two kinds of keys.
package enum APIKeyKind: String, Sendable, Codable, CaseIterable {
    /// Shipped inside apps: it names the app and proves nothing else.
    case publishableKey = "publishable"

    /// Held by a backend: it may read and change everything of its app.
    case secretKey = "secret"

    var prefix: String {
        switch self {
        case .publishableKey: "pk_"
        case .secretKey: "sk_"
        }
    }
}

/// A key as it is shown, once, to the person who asked for it.
///
/// Only its hash is stored, so it cannot be shown again.
package struct APIKey: Hashable, Sendable, CustomStringConvertible {
    /// The whole text that goes into the `Authorization` header.
    package let text: String

    /// Takes a key's text.
    package init(text: String) {
        self.text = text
    }

    /// The first characters only, so that a log never holds a key.
    package var description: String { String(text.prefix(7)) + "…" }

    /// Makes a new key of a kind from 24 random bytes.
    static func generate(_ kind: APIKeyKind, _ random: RandomSource) -> APIKey {
        APIKey(text: kind.prefix + random.base64(24))
    }

    /// What is stored of the key.
    var digest: FactDigest? { FactDigest(SHA256.digest(of: Array(text.utf8))) }
}
