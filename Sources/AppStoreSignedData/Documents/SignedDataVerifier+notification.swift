// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Verification) public import AppStoreTypes
public import FoundationEssentials

extension SignedDataVerifier {
    /// Verifies a version 2 notification and the documents in it.
    ///
    /// - Parameters:
    ///   - signed: The value of `signedPayload` in what Apple posted.
    ///   - now: The present instant.
    /// - Returns: The notification with the documents in it.
    /// - Throws: ``VerificationError``; also when a document in it fails or is about another app or environment.
    public func verifyNotification(_ signed: SignedPayload, asOf now: Date) throws -> VerifiedNotification {
        let outer = try verify(signed, as: NotificationPayload.self, asOf: now)
        let claims = DocumentClaims(outer.payload)
        return VerifiedNotification(
            notification: outer,
            transaction: try outer.payload.data?.signedTransactionInfo.map { try nested($0, in: claims, asOf: now) },
            renewalInfo: try outer.payload.data?.signedRenewalInfo.map { try nested($0, in: claims, asOf: now) },
            appTransaction: try outer.payload.appData?.signedAppTransactionInfo.map {
                try nested($0, in: claims, asOf: now)
            }
        )
    }

    private func nested<Document: SignedDocument>(
        _ signed: SignedPayload,
        in outer: DocumentClaims,
        asOf now: Date
    ) throws -> Verified<Document> {
        let document: Verified<Document>
        switch configuration.nestedDocuments {
        case .strict: document = try verify(signed, asOf: now)
        case .carried: document = try carried(signed)
        }
        try NestedDocumentPolicy(outer: outer).check(DocumentClaims(document.payload))
        return document
    }

    /// Reads a document whose bytes another signature covers.
    private func carried<Document: SignedDocument>(_ signed: SignedPayload) throws -> Verified<Document> {
        var text = signed.rawValue
        let bytes = try text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return unsafe try CompactForm(bytes).payload(in: bytes)
        }
        let payload: Document = try Self.decode(bytes)
        let claims = DocumentClaims(payload)
        for policy in documentPolicies { try policy.check(claims) }
        return Verified(payload: payload, signedPayload: signed)
    }
}
