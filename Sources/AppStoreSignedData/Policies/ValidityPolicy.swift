// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// Every certificate held at the instant that counts.
package struct ValidityPolicy: Sendable {
    package init() {}

    package func check(_ chain: CertificateChain, at instant: Date) throws(VerificationError) {
        if let validity = chain.validity, validity.contains(instant) { return }
        let offender = chain.certificates.first { !$0.validity.contains(instant) } ?? chain.leaf
        let isEarly = instant < offender.validity.lowerBound
        let time = CivilTime(isEarly ? offender.validity.lowerBound : offender.validity.upperBound).text
        throw VerificationError(
            code: .validity,
            message: "at \(CivilTime(instant).text) the certificate \(offender.subject) "
                + (isEarly ? "does not hold yet; it does from \(time)" : "no longer holds; it did until \(time)")
        )
    }
}
