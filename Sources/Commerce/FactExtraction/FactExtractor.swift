// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// Turns what was verified into facts; the only place where Apple's spelling becomes ours.
///
/// Every function is total: whatever verified becomes a fact, with values that are not known kept as they came.
/// The digests are computed by the caller over the exact text of each signed document.
public enum FactExtractor {
    /// Computes the SHA-256 of a signed document's text.
    public typealias Digest = (SignedPayload) -> FactDigest

    /// The fact of a signed transaction.
    public static func intake(of document: Verified<TransactionPayload>, digest: Digest) -> FactBatch {
        let payload = document.payload
        return intake(
            of: .transaction(Transaction(payload)),
            from: document,
            scope: AppScope(bundleID: payload.bundleId, environment: payload.environment),
            signedDate: payload.signedDate,
            lineage: payload.originalTransactionId,
            digest: digest
        )
    }

    /// The fact of a signed renewal info.
    ///
    /// - Parameters:
    ///   - document: The renewal info.
    ///   - scope: The app and environment of the message it came in; the document itself does not name the app.
    ///   - digest: Computes the document's digest.
    /// - Returns: The fact and its document.
    public static func intake(
        of document: Verified<RenewalInfoPayload>,
        scope: AppScope,
        digest: Digest
    ) -> FactBatch {
        intake(
            of: .renewalInfo(RenewalInfo(document.payload)),
            from: document,
            scope: scope,
            signedDate: document.payload.signedDate,
            lineage: document.payload.originalTransactionId,
            digest: digest
        )
    }

    /// The fact of a signed app transaction.
    public static func intake(of document: Verified<AppTransactionPayload>, digest: Digest) -> FactBatch {
        let payload = document.payload
        return intake(
            of: .appTransaction(AppTransaction(payload)),
            from: document,
            scope: AppScope(bundleID: payload.bundleId, environment: payload.receiptType),
            signedDate: payload.receiptCreationDate,
            lineage: nil,
            digest: digest
        )
    }

    /// The facts of a version 2 notification: itself, and each document that it carries.
    ///
    /// - Parameters:
    ///   - document: The notification.
    ///   - transaction: Its signed transaction, verified.
    ///   - renewalInfo: Its signed renewal info, verified.
    ///   - appTransaction: Its signed app transaction, verified.
    ///   - scope: The app and environment whose address it came to, for a notification that names none.
    ///   - digest: Computes a document's digest.
    /// - Returns: The facts and their documents; a document that is in it twice counts once.
    public static func intake(
        of document: Verified<NotificationPayload>,
        transaction: Verified<TransactionPayload>? = nil,
        renewalInfo: Verified<RenewalInfoPayload>? = nil,
        appTransaction: Verified<AppTransactionPayload>? = nil,
        scope: AppScope,
        digest: Digest
    ) -> FactBatch {
        let payload = document.payload
        let scope = AppScope(
            bundleID: payload.documentBundleID ?? scope.bundleID,
            environment: payload.documentEnvironment ?? scope.environment
        )
        let notification = ServerNotification(
            payload,
            transaction: transaction?.payload,
            renewalInfo: renewalInfo?.payload,
            appTransaction: appTransaction?.payload
        )
        var result = intake(
            of: .notification(notification),
            from: document,
            scope: scope,
            signedDate: payload.signedDate,
            lineage: notification.originalTransactionID,
            digest: digest
        )
        if let transaction { result = result.joined(with: intake(of: transaction, digest: digest)) }
        if let renewalInfo { result = result.joined(with: intake(of: renewalInfo, scope: scope, digest: digest)) }
        if let appTransaction { result = result.joined(with: intake(of: appTransaction, digest: digest)) }
        return result
    }

    private static func intake<Payload: SignedDocument>(
        of content: FactContent,
        from document: Verified<Payload>,
        scope: AppScope,
        signedDate: Date,
        lineage: OriginalTransactionID?,
        digest: Digest
    ) -> FactBatch {
        let copy = digest(document.signedPayload)
        let fact = Fact(
            scope: scope,
            kind: content.kind,
            order: FactOrder(
                instant: signedDate,
                rank: .signed,
                digest: place(of: document.signedPayload, copy: copy, digest: digest)
            ),
            lineage: lineage,
            digest: copy,
            content: content
        )
        return FactBatch(facts: [fact], documents: [copy: document.signedPayload])
    }

    /// The identity of a document among others of its instant: its content, without its certificates and its signature.
    private static func place(of document: SignedPayload, copy: FactDigest, digest: Digest) -> FactDigest {
        var text = document.rawValue
        let parts = text.withUTF8 { bytes -> String? in
            let dot = UInt8(ascii: ".")
            guard let first = bytes.firstIndex(of: dot), let last = bytes.lastIndex(of: dot), first < last else {
                return nil
            }
            let parts = UnsafeBufferPointer(rebasing: bytes[(first + 1)..<last])
            return parts.contains(dot) ? nil : String(decoding: parts, as: UTF8.self)
        }
        guard let parts else { return copy }
        return FactDigest(of: digest(SignedPayload(rawValue: parts)), in: copy)
    }
}
