// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials

/// A certificate authority like Apple's, made anew for each run of the tests.
public struct TestAuthority: Sendable {
    /// The certificates and keys of signed documents.
    public let documents: CertificateHierarchy

    /// Signs documents as the App Store does.
    public let signer: DocumentSigner

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
        signer = try DocumentSigner(documents)
    }

    /// The root as the only trusted one.
    public var anchors: TrustAnchors { documents.anchors }

    /// A verifier that trusts this authority.
    public func verifier(
        bundleID: BundleID = "com.example.app",
        appAppleID: AppAppleID? = nil,
        environment: Environment = .sandbox,
        configure: (inout SignedDataVerifier.Configuration) -> Void = { _ in }
    ) throws -> SignedDataVerifier {
        var configuration = SignedDataVerifier.Configuration(
            anchors: anchors,
            bundleID: bundleID,
            appAppleID: appAppleID,
            environment: environment
        )
        configure(&configuration)
        return try SignedDataVerifier(configuration)
    }
}
