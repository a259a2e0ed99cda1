// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension SignedDataVerifier {
    /// Verifies a document, and asks whether its certificates are withdrawn.
    ///
    /// - Parameters:
    ///   - signed: The document as it came.
    ///   - type: What it should say.
    ///   - now: The present instant.
    ///   - revocation: Asks the issuers.
    /// - Returns: The document's content with its exact text.
    /// - Throws: ``VerificationError``; one whose `isRetryable` is true says nothing against the document.
    public func verify<Document: SignedDocument>(
        _ signed: SignedPayload,
        as type: Document.Type = Document.self,
        asOf now: Date,
        checking revocation: RevocationChecker
    ) async throws -> Verified<Document> {
        let (document, chain) = try open(signed, as: type, asOf: now)
        try await revocation.check(chain, asOf: now)
        return document
    }

    /// Verifies a version 2 notification and the documents in it, and asks whether the certificates are withdrawn.
    ///
    /// - Parameters:
    ///   - signed: The value of `signedPayload` in what Apple posted.
    ///   - now: The present instant.
    ///   - revocation: Asks the issuers.
    /// - Returns: The notification with the documents in it.
    /// - Throws: ``VerificationError``; one whose `isRetryable` is true says nothing against the notification.
    public func verifyNotification(
        _ signed: SignedPayload,
        asOf now: Date,
        checking revocation: RevocationChecker
    ) async throws -> VerifiedNotification {
        let notification = try verifyNotification(signed, asOf: now)
        var documents = [signed]
        if configuration.nestedDocuments == .strict {
            documents += [
                notification.transaction?.signedPayload, notification.renewalInfo?.signedPayload,
                notification.appTransaction?.signedPayload,
            ].compactMap(\.self)
        }
        for document in documents {
            try await revocation.check(try signedBytes(of: document, asOf: now).chain, asOf: now)
        }
        return notification
    }
}
