// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// In production, the document is about the app with the given number.
///
/// Apple leaves the number out of documents made elsewhere, and transactions and renewal infos never have it.
struct AppAppleIDPolicy: DocumentPolicy {
    let expected: [BundleID: AppAppleID]

    func check(_ claims: DocumentClaims) throws(VerificationError) {
        let isUnnamed = claims.environment == nil && claims.mayOmitApp && !expected.isEmpty
        guard claims.environment == .production || isUnnamed else { return }
        let mayOmit = claims.mayOmitApp || claims.kind == .transaction || claims.kind == .renewalInfo
        if claims.appAppleID == nil, mayOmit { return }
        if let number = claims.appAppleID {
            // A document that does not name its app may be about any of them.
            let matches = claims.bundleID.map { expected[$0] == number } ?? expected.values.contains(number)
            if matches { return }
        }
        throw VerificationError(
            code: .appAppleID,
            message: "the document is about \(claims.appAppleID.map { "app \($0)" } ?? "no numbered app"), "
                + "expected was " + expected.values.map(\.description).sorted().joined(separator: " or ")
        )
    }
}
