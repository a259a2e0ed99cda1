// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A value as every driver can store it.
package enum StoredValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A text in UTF-8.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
}
