// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials

/// Turns the core's payloads into the documents that Apple would sign.
///
/// A step of its own, so that the core runs without it.
public struct SimulatorSigning: Sendable {
    private let store: DocumentSigner
    private let xcode: DocumentSigner
    private let receipts: ReceiptSigner
    private let xcodeReceipts: ReceiptSigner

    /// Signs with an authority's keys.
    ///
    /// - Throws: A `CryptographyError` when a key does not fit.
    public init(_ authority: SimulatorAuthority) throws {
        store = try DocumentSigner(authority.documents)
        xcode = try DocumentSigner(xcode: authority.xcode)
        receipts = try ReceiptSigner(authority.receipts)
        xcodeReceipts = try ReceiptSigner(xcode: authority.receipts.root)
    }

    private func signer(of environment: Environment?) -> DocumentSigner {
        environment == .xcode || environment == .localTesting ? xcode : store
    }

    /// Signs a transaction, a renewal info or an app transaction.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails, or what the encoder throws.
    public func sign(_ document: some SignedDocument) throws -> SignedPayload {
        try signer(of: document.documentEnvironment).sign(document)
    }

    /// Signs a version 2 notification with the documents inside it; nothing for one of version 1, which is unsigned.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails, or what the encoder throws.
    public func sign(_ notification: NotificationEffect) throws -> SignedPayload? {
        guard
            let payload = try notification.payload(
                transaction: notification.transaction.map { try sign($0) },
                renewalInfo: notification.renewalInfo.map { try sign($0) },
                appTransaction: notification.appTransaction.map { try sign($0) }
            )
        else { return nil }
        return try signer(of: notification.environment).sign(payload)
    }

    /// Signs an app receipt: PKCS #7 with the store's RSA chain, or with Xcode's single certificate.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    public func sign(_ receipt: AppReceipt) throws -> Data {
        receipt.receiptType == .xcode
            ? try xcodeReceipts.sign(receipt, options: .xcode) : try receipts.sign(receipt)
    }

    /// Signs an iOS 6 transaction receipt.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    public func sign(_ receipt: TransactionReceipt) throws -> Data {
        try receipts.sign(receipt)
    }
}
