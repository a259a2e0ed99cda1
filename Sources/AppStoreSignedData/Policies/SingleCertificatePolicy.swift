// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A document signed by one certificate alone comes from StoreKit testing, and says so.
struct SingleCertificatePolicy: Sendable {
    func check(_ chain: CertificateChain, _ claims: DocumentClaims) throws(VerificationError) {
        guard chain.isSingle, claims.environment != .xcode, claims.environment != .localTesting else { return }
        throw VerificationError(
            code: .chainLength,
            message: "a document of \(claims.environment?.rawValue ?? "no environment") carries one certificate; only "
                + "those of StoreKit testing may, all others carry 3"
        )
    }
}
