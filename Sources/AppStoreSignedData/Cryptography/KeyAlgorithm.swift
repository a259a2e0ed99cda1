// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The kinds of keys in Apple's signatures.
public enum KeyAlgorithm: Hashable, Sendable {
    /// The curve P-256: signed documents, tokens and offers.
    case p256

    /// The curve P-384: the authorities above signed documents.
    case p384

    /// RSA of some length: receipts.
    case rsa(bits: Int)
}
