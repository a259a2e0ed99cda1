// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient

/// The verifiers of this server: one for what each app shows, one for each address that Apple notifies.
///
/// All of them trust the same roots, Apple's or a simulator's, and never both.
struct DocumentVerifiers: Sendable {
    private var apps: [BundleID: SignedDataVerifier] = [:]
    private var notifications: [Environment: SignedDataVerifier] = [:]
    /// Asks whether certificates were withdrawn, where that is chosen.
    let revocation: RevocationChecker?
    private var receipts: [BundleID: ReceiptVerifier] = [:]

    /// Makes the verifiers.
    ///
    /// An app whose App Store number is not configured is served in the sandbox alone: production documents name it.
    init(_ configuration: ServiceConfiguration, anchors: TrustAnchors, transport: any HTTPTransport) throws {
        revocation = RevocationChecker(configuration.certificateRevocation, transport: transport)
        for app in configuration.apps {
            let expected = SignedDataVerifier.Configuration(
                anchors: anchors,
                apps: [app.verified],
                environments: app.acceptedEnvironments
            )
            apps[app.bundleID] = try SignedDataVerifier(expected)
            receipts[app.bundleID] = try ReceiptVerifier(expected)
        }
        for environment in [Environment.production, .sandbox] {
            let served = configuration.apps.filter { $0.acceptedEnvironments.contains(environment) }
            guard !served.isEmpty else { continue }
            var expected = SignedDataVerifier.Configuration(
                anchors: anchors,
                apps: served.map(\.verified),
                environments: [environment]
            )
            expected.nestedDocuments = configuration.verifiesNestedSignatures ? .strict : .carried
            notifications[environment] = try SignedDataVerifier(expected)
        }
    }

    func transaction(_ signed: SignedPayload, app: BundleID, now: Date) throws -> Verified<TransactionPayload> {
        try verified { try verifier(of: app).verify(signed, as: TransactionPayload.self, asOf: now) }
    }

    func renewalInfo(_ signed: SignedPayload, app: BundleID, now: Date) throws -> Verified<RenewalInfoPayload> {
        try verified { try verifier(of: app).verify(signed, as: RenewalInfoPayload.self, asOf: now) }
    }

    /// Reads a receipt of either style from its base64 text.
    func receipt(_ text: String, app: AppConfiguration) throws -> ReceiptSubmission {
        guard !text.isEmpty else {
            throw ServiceProblem(.receiptEmpty, "The receipt is empty: refresh it on the device.", check: .format)
        }
        guard let verifier = receipts[app.bundleID], let bytes = Data(base64Encoded: text) else {
            throw ServiceProblem(.malformedDocument, "The receipt is not in base64.", check: .format)
        }
        let document = SignedPayload(rawValue: text)
        let read = try verified { () -> ReceiptSubmission? in
            // A property list begins with a brace, PKCS #7 with a sequence.
            bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
                ? try transactionReceipt(bytes, verifier, document: document, app: app)
                : ReceiptSubmission(try verifier.verifyAppReceipt(bytes).payload, document: document)
        }
        guard let read else {
            throw ServiceProblem(.malformedDocument, "The receipt has no app or environment.", check: .format)
        }
        return read
    }

    /// Reads an iOS 6 receipt.
    ///
    /// It carries one certificate; where its issuer's is not known here, Apple's answer is the only proof.
    private func transactionReceipt(
        _ bytes: Data,
        _ verifier: ReceiptVerifier,
        document: SignedPayload,
        app: AppConfiguration
    ) throws -> ReceiptSubmission? {
        do {
            return ReceiptSubmission(try verifier.verifyTransactionReceipt(bytes).payload, document: document)
        } catch let error as VerificationError where error.code == .trustAnchor {
            var read = ReceiptSubmission(
                try ReceiptVerifier.decodeUnverifiedTransactionReceipt(bytes),
                document: document
            )
            guard read == nil || read?.scope.bundleID == app.bundleID else { throw error }
            read?.needsApple()
            return read
        }
    }

    func notification(
        _ signed: SignedPayload,
        environment: Environment,
        now: Date
    ) throws -> VerifiedNotification {
        let verifier = try verifier(of: environment)
        return try verified { try verifier.verifyNotification(signed, asOf: now) }
    }

    func verifier(of environment: Environment) throws -> SignedDataVerifier {
        guard let verifier = notifications[environment] else {
            throw ServiceProblem(
                .wrongEnvironment,
                "This server has no app in \(environment); configure its Apple ID (appAppleID).",
                check: .environment
            )
        }
        return verifier
    }

    func verifier(of app: BundleID) throws -> SignedDataVerifier {
        guard let verifier = apps[app] else {
            throw ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID)
        }
        return verifier
    }

    private func verified<Value>(_ verify: () throws -> Value) throws -> Value {
        do { return try verify() } catch let error as VerificationError { throw error.serviceProblem }
    }
}

extension AppConfiguration {
    var verified: SignedDataVerifier.App { .init(bundleID: bundleID, appAppleID: appAppleID) }

    /// The environments whose documents are looked at at all; what they deliver is the policies' business.
    var acceptedEnvironments: Set<Environment> {
        var environments: Set<Environment> = [.sandbox]
        if appAppleID != nil { environments.insert(.production) }
        if acceptsXcodeTransactions { environments.formUnion([.xcode, .localTesting]) }
        return environments
    }
}
