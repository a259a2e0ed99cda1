// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce

extension FactDigest {
    /// The SHA-256 of a signed document's exact text.
    init(of document: SignedPayload) {
        // A SHA-256 always has 32 bytes.
        self = FactDigest(SHA256.digest(of: Array(document.rawValue.utf8))) ?? .zero
    }

    /// What an intake identifies documents by.
    static var digest: FactExtractor.Digest { { FactDigest(of: $0) } }

    /// The digest of nothing known: 32 zero bytes.
    static let zero = FactDigest([UInt8](repeating: 0, count: 32)) ?? FactDigest.unreachable

    private static var unreachable: FactDigest { preconditionFailure("32 bytes make a digest") }
}
