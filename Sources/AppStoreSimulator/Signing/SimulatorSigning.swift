// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials
import Synchronization

/// Turns the core's payloads into the documents that Apple would sign.
///
/// A step of its own, so that the core runs without it.
public final class SimulatorSigning: Sendable {
    /// What is wrong with the intermediate certificate that documents carry.
    public enum Intermediate: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing.
        case works

        /// It has expired.
        case expired

        /// Another authority issued it: its key did not sign the leaf.
        case wrong
    }

    private let store: DocumentSigner
    private let authority: SimulatorAuthority
    private let chosen = Mutex<DocumentSigner?>(nil)
    private let xcode: DocumentSigner
    private let receipts: ReceiptSigner
    private let xcodeReceipts: ReceiptSigner

    /// Signs with an authority's keys.
    ///
    /// - Throws: A `CryptographyError` when a key does not fit.
    public init(_ authority: SimulatorAuthority) throws {
        self.authority = authority
        store = try DocumentSigner(authority.documents)
        xcode = try DocumentSigner(xcode: authority.xcode)
        receipts = try ReceiptSigner(authority.receipts)
        xcodeReceipts = try ReceiptSigner(xcode: authority.receipts.root)
    }

    private func signer(of environment: Environment?) -> DocumentSigner {
        if environment == .xcode || environment == .localTesting { return xcode }
        return chosen.withLock(\.self) ?? store
    }

    /// Chooses the intermediate certificate of the store's documents from now on.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    public func use(_ intermediate: Intermediate) throws {
        let signer: DocumentSigner? =
            switch intermediate {
            case .works: nil
            case .expired: try DocumentSigner(chain: authority.chain(with: .expired), key: authority.documents.leaf.key)
            case .wrong: try DocumentSigner(chain: authority.chain(with: .wrong), key: authority.documents.leaf.key)
            }
        chosen.withLock { $0 = signer }
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

extension SimulatorAuthority {
    /// The documents' chain, leaf first, with an intermediate certificate that a verifier must refuse.
    fileprivate func chain(with fault: SimulatorSigning.Intermediate) throws -> [Certificate] {
        let intermediate = documents.intermediate
        let begin = intermediate.certificate.validity.lowerBound
        let validity =
            fault == .expired
            ? begin.addingTimeInterval(-2 * 86_400)...begin.addingTimeInterval(-86_400)
            : intermediate.certificate.validity
        let key = fault == .wrong ? try PrivateKey.generate(.p384).publicKey : intermediate.key.publicKey
        let template = CertificateTemplate(
            subject: DistinguishedName(commonName: "", organization: "", country: "US"),
            serialNumber: 50,
            validity: validity,
            extensions: [.authority(pathLength: 0), .signsCertificates, .worldwideDeveloperRelations]
        )
        let faulty = try documents.root.reissue(intermediate.certificate, for: key, template)
        return [documents.leaf.certificate, faulty, documents.root.certificate]
    }
}
