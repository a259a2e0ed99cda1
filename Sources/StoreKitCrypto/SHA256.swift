// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
package import FoundationEssentials

/// A hash function under CryptoKit's name: only what the SDK uses.
package enum SHA256: Sendable {
    /// The hash of some bytes.
    package static func hash(data: Data) -> [UInt8] { AppStoreSignedData.SHA256.digest(of: Array(data)) }
}
