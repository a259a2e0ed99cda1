// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The document was made in one of the given environments, and says so.
struct EnvironmentPolicy: DocumentPolicy {
    let expected: Set<Environment>

    func check(_ claims: DocumentClaims) throws(VerificationError) {
        if let environment = claims.environment, expected.contains(environment) { return }
        if claims.environment == nil, claims.mayOmitApp { return }
        throw VerificationError(
            code: .environment,
            message: "the document was made in \(claims.environment?.rawValue ?? "no environment"), expected was "
                + expected.map(\.rawValue).sorted().joined(separator: " or ")
        )
    }
}
