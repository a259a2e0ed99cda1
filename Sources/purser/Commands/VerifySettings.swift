// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// What the options of `purser verify` ask for.
struct VerifySettings: Sendable {
    let anchors: TrustAnchors
    let bundleID: BundleID?
    let appAppleID: AppAppleID?
    let environment: AppStoreTypes.Environment?
    let isStrict: Bool
    let acceptsLenientCertificates: Bool
    let isUnverified: Bool

    /// The present instant.
    let now: Date

    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        anchors = try Self.anchors(arguments.all("root"), terminal)
        bundleID = arguments.value("bundle-id").map(BundleID.init(rawValue:))
        appAppleID = try arguments.integer("app-apple-id", in: 1...Int.max).map { AppAppleID(rawValue: Int64($0)) }
        environment = try arguments.value("environment").map(Self.environment)
        isStrict = arguments.has("strict")
        acceptsLenientCertificates = arguments.has("lenient-certificates")
        isUnverified = arguments.has("unverified")
        now = Date()
    }

    /// A verifier that trusts and expects what was asked for.
    func verifier() throws -> SignedDataVerifier {
        try SignedDataVerifier(verifierConfiguration())
    }

    /// What a verifier of documents or receipts is to trust and expect.
    func verifierConfiguration() -> SignedDataVerifier.Configuration {
        let apps = bundleID.map { [SignedDataVerifier.App(bundleID: $0, appAppleID: appAppleID)] }
        var configuration = SignedDataVerifier.Configuration(
            anchors: anchors,
            apps: apps,
            environments: environment.map { [$0] } ?? assumedEnvironments
        )
        if isStrict { configuration.nestedDocuments = .strict }
        configuration.requiresStrictCertificates = !acceptsLenientCertificates
        return configuration
    }

    /// What a verifier of receipts is to trust and expect.
    ///
    /// A receipt always names its app by bundle identifier. Without `--app-apple-id` that is enough, in production too.
    func receiptConfiguration() -> SignedDataVerifier.Configuration {
        guard let bundleID, appAppleID == nil else { return verifierConfiguration() }
        var configuration = verifierConfiguration()
        configuration.apps = nil
        configuration.environments = environment.map { [$0] }
        configuration.additionalPolicies = [ReceiptAppPolicy(bundleID: bundleID)]
        return configuration
    }

    /// Without `--environment` every one is accepted; production only when its app can be recognized by its number.
    private var assumedEnvironments: Set<AppStoreTypes.Environment>? {
        bundleID != nil && appAppleID == nil ? [.sandbox, .xcode, .localTesting] : nil
    }

    /// The option that would accept the document, where one may.
    func advice(on error: VerificationError) -> String? {
        switch error.code {
        case .environment where environment == nil && assumedEnvironments != nil:
            "Give --app-apple-id N, the app's number in the App Store, to accept production documents"
        case .environment where environment != nil: "Correct --environment, or leave it out"
        case .bundleID: "Correct --bundle-id, or leave it out"
        case .appAppleID where appAppleID != nil: "Correct --app-apple-id"
        case .trustAnchor where anchors == .apple: "Give --root CERT when a simulator or Xcode signed it"
        case .chainPath where !acceptsLenientCertificates:
            "Give --lenient-certificates to accept certificates without the extensions that RFC 5280 requires"
        default: nil
        }
    }

    private static func anchors(_ paths: [String], _ terminal: Terminal) throws -> TrustAnchors {
        guard !paths.isEmpty else { return .apple }
        return TrustAnchors(
            certificates: try paths.map { path in
                let bytes = try terminal.read(path)
                do {
                    return try Certificate(contentsOf: bytes)
                } catch {
                    throw Failure("\(path) does not contain a certificate in DER or PEM")
                }
            }
        )
    }

    private static func environment(_ text: String) throws -> AppStoreTypes.Environment {
        let known: [AppStoreTypes.Environment] = [.sandbox, .production, .xcode, .localTesting]
        guard let environment = known.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            throw UsageError("--environment takes Sandbox, Production, Xcode or LocalTesting, not '\(text)'")
        }
        return environment
    }
}

/// The receipt is about one app, whatever number that has in the App Store.
private struct ReceiptAppPolicy: DocumentPolicy {
    let bundleID: BundleID

    func check(_ claims: DocumentClaims) throws(VerificationError) {
        guard claims.bundleID != bundleID else { return }
        throw VerificationError(
            code: .bundleID,
            message: "the receipt is about \(claims.bundleID?.rawValue ?? "no app"), expected was \(bundleID)"
        )
    }
}
