// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes

/// Checks signed documents against a root, and answers in StoreKit's words.
struct DocumentVerifier: Sendable {
    private let verifier: SignedDataVerifier

    /// Trusts roots; documents of every app when none is named.
    init(anchors: TrustAnchors, bundleID: BundleID?) throws {
        verifier = try SignedDataVerifier(
            SignedDataVerifier.Configuration(
                anchors: anchors,
                apps: bundleID.map { [SignedDataVerifier.App(bundleID: $0)] },
                environments: nil
            )
        )
    }

    /// Why a document failed; nil when it passed.
    func fault(of document: String, kind: SignedKind) -> VerificationFault? {
        let signed = SignedPayload(rawValue: document)
        let now = StoreClock.now()
        do {
            switch kind {
            case .transaction: _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
            case .renewalInfo: _ = try verifier.verify(signed, as: RenewalInfoPayload.self, asOf: now)
            case .appTransaction: _ = try verifier.verify(signed, as: AppTransactionPayload.self, asOf: now)
            }
            return nil
        } catch let error as VerificationError {
            return VerificationFault(error.code)
        } catch {
            return .invalidEncoding
        }
    }
}

extension VerificationFault {
    fileprivate init(_ code: VerificationError.Code) {
        switch code {
        case .format, .header, .size: self = .invalidEncoding
        case .signature, .algorithm: self = .invalidSignature
        case .revoked, .revocationUnavailable: self = .revokedCertificate
        case .payload, .bundleID, .appAppleID, .environment: self = .missingRequiredProperties
        default: self = .invalidCertificateChain
        }
    }
}
