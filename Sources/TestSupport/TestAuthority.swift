// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials

/// A certificate authority like Apple's, made again for each run of the tests.
public struct TestAuthority: Sendable {
    /// The certificates and keys of signed documents.
    public let documents: CertificateHierarchy

    /// The certificates and keys of receipts.
    public let receipts: CertificateHierarchy

    /// Signs documents as the App Store does.
    public let signer: DocumentSigner

    /// Signs receipts as the App Store does.
    public let receiptSigner: ReceiptSigner

    /// When the certificates hold unless a test says otherwise: 2020 to 2045.
    public static let validity =
        Date(millisecondsSince1970: 1_577_836_800_000)...Date(millisecondsSince1970: 2_366_841_600_000)

    /// One authority for tests that do not care which.
    public static let shared: TestAuthority = {
        do {
            return try TestAuthority()
        } catch {
            preconditionFailure("no certificates for the tests could be made: \(error)")
        }
    }()

    /// Makes keys and certificates.
    public init(
        name: String = "Purser Tests",
        validity: ClosedRange<Date> = TestAuthority.validity,
        revocationResponder: String? = nil
    ) throws {
        documents = try CertificateHierarchy.make(
            .documents,
            name: name,
            validity: validity,
            revocationResponder: revocationResponder
        )
        receipts = try CertificateHierarchy.make(
            .receipts,
            name: name + " Receipts",
            validity: validity,
            firstSerialNumber: 11,
            revocationResponder: revocationResponder
        )
        signer = try DocumentSigner(documents)
        receiptSigner = try ReceiptSigner(receipts)
    }

    /// The roots of documents and of receipts as the only trusted ones.
    public var anchors: TrustAnchors {
        TrustAnchors(certificates: [documents.root.certificate, receipts.root.certificate])
    }

    /// A verifier that trusts this authority.
    public func verifier(
        bundleID: BundleID = "com.example.app",
        appAppleID: AppAppleID? = nil,
        environment: Environment = .sandbox,
        configure: (inout SignedDataVerifier.Configuration) -> Void = { _ in }
    ) throws -> SignedDataVerifier {
        var configuration = configuration(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
        configure(&configuration)
        return try SignedDataVerifier(configuration)
    }

    /// A verifier of receipts that trusts this authority.
    public func receiptVerifier(
        bundleID: BundleID = "com.example.app",
        appAppleID: AppAppleID? = nil,
        environment: Environment = .sandbox,
        configure: (inout SignedDataVerifier.Configuration) -> Void = { _ in }
    ) throws -> ReceiptVerifier {
        var configuration = configuration(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
        configure(&configuration)
        return try ReceiptVerifier(configuration)
    }

    private func configuration(
        bundleID: BundleID,
        appAppleID: AppAppleID?,
        environment: Environment
    ) -> SignedDataVerifier.Configuration {
        var configuration = SignedDataVerifier.Configuration(
            anchors: anchors,
            bundleID: bundleID,
            appAppleID: appAppleID,
            environment: environment
        )
        configuration.intermediates = [receipts.intermediate.certificate]
        return configuration
    }
}
