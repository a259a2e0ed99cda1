// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// Certificates whose path to a trusted root was checked, at no instant in particular.
///
/// When they hold is kept beside them: each document is checked against it with its own instant.
package struct CertificateChain: Sendable {
    /// The signing certificate first; one alone is Xcode's.
    package let certificates: [Certificate]

    /// The instants at which every certificate holds, or nothing when there is none.
    package let validity: ClosedRange<Date>?

    /// The signing certificate's key.
    package let leafKey: PublicKey

    package init(certificates: [Certificate]) throws(VerificationError) {
        guard let leaf = certificates.first, let leafKey = try? leaf.publicKey else {
            throw VerificationError(code: .certificate, message: "the signing certificate's key is of no known kind")
        }
        self.certificates = certificates
        self.leafKey = leafKey
        let periods = certificates.map(\.validity)
        let start = periods.map(\.lowerBound).max() ?? .distantFuture
        let end = periods.map(\.upperBound).min() ?? .distantPast
        validity = start <= end ? start...end : nil
    }

    /// Whether it is one certificate alone, which only StoreKit testing makes.
    var isSingle: Bool { certificates.count == 1 }

    var leaf: Certificate { certificates[0] }
}
