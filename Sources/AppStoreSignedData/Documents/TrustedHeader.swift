// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A header whose certificates were checked, with what is computed once for all documents that begin with it.
final class TrustedHeader: Sendable {
    /// The header's segment and the dot after it.
    let prefix: [UInt8]
    let chain: CertificateChain
    let verifier: ES256Verifier

    /// When the certificates were checked.
    let checkedAt: Date

    init(prefix: UnsafeRawBufferPointer, chain: CertificateChain, checkedAt: Date) throws(VerificationError) {
        unsafe self.prefix = Array(prefix)
        self.chain = chain
        self.checkedAt = checkedAt
        do {
            verifier = unsafe try ES256Verifier(key: chain.leafKey, prefix: prefix)
        } catch {
            throw VerificationError(code: .certificate, message: "the signing certificate's key is not P-256")
        }
    }
}
