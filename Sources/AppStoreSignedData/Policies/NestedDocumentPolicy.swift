// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A document within a notification is about the notification's app and environment.
struct NestedDocumentPolicy: DocumentPolicy {
    let outer: DocumentClaims

    func check(_ claims: DocumentClaims) throws(VerificationError) {
        guard claims.bundleID == nil || claims.bundleID == outer.bundleID else {
            throw VerificationError(
                code: .nestedDocument,
                message: "the \(claims.kind) is about another app than its notification"
            )
        }
        guard claims.environment == outer.environment else {
            throw VerificationError(
                code: .nestedDocument,
                message: "the \(claims.kind) was made in another environment than its notification"
            )
        }
    }
}
