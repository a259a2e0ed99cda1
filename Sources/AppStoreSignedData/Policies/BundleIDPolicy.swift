// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The document is about one of the given apps.
///
/// Renewal infos and retention requests do not say; they are tied to an app by what carries them.
struct BundleIDPolicy: DocumentPolicy {
    let expected: Set<BundleID>

    func check(_ claims: DocumentClaims) throws(VerificationError) {
        if let bundleID = claims.bundleID, expected.contains(bundleID) { return }
        if claims.bundleID == nil, claims.mayOmitApp || !claims.kind.namesItsApp { return }
        throw VerificationError(
            code: .bundleID,
            message: "the document is about \(claims.bundleID.map { "the app \($0)" } ?? "no app"), expected was "
                + expected.map(\.rawValue).sorted().joined(separator: " or ")
        )
    }
}

extension DocumentKind {
    /// Whether documents of this kind always say which app they are about.
    var namesItsApp: Bool {
        self == .transaction || self == .notification || self == .appTransaction || self == .receipt
    }
}
