// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The certificates are those that Apple marked for the App Store: presence counts, the value does not.
///
/// Without this rule, any developer's certificate under Apple's root would do.
struct AppleMarkersPolicy: ChainPolicy {
    func check(_ certificates: [Certificate]) throws(VerificationError) {
        let marks: [ObjectIdentifier] = [.appStoreSigning, .worldwideDeveloperRelations]
        for (certificate, mark) in zip(certificates, marks) where !certificate.hasExtension(mark) {
            throw VerificationError(
                code: .appleMarkers,
                message: "the certificate \(certificate.subject) lacks Apple's mark \(mark); Apple did not sign this"
            )
        }
    }
}
