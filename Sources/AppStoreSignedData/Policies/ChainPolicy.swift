// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One rule about the certificates of a document.
protocol ChainPolicy: Sendable {
    /// Refuses certificates that break the rule: the signing one first, the trusted root last.
    func check(_ certificates: [Certificate]) throws(VerificationError)
}
