// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Makes a checked chain of the certificates in a document's header.
package struct TrustedChainBuilder: Sendable {
    let anchors: TrustAnchors
    let policies: [any ChainPolicy]

    init(anchors: TrustAnchors, policies: [any ChainPolicy]) {
        self.anchors = anchors
        self.policies = policies
    }

    /// Checks chains of signed documents.
    package init(anchors: TrustAnchors, isStrict: Bool) {
        self.init(anchors: anchors, policies: [AppleMarkersPolicy(), PathPolicy(isStrict: isStrict)])
    }

    /// Checks certificates as they are in a header: the signing one first.
    ///
    /// The last one is the root only when it is a trusted one; otherwise a trusted one at hand takes its place, as
    /// Apple's own libraries do.
    package func chain(of presented: [Certificate]) throws(VerificationError) -> CertificateChain {
        if presented.count == 1 {
            return try single(presented[0])
        }
        guard presented.count == 3 else {
            throw VerificationError(
                code: .chainLength,
                message: "the document carries \(presented.count) certificates; Apple's carry 3"
            )
        }
        let roots = anchors.candidates(above: presented[1], presented: presented[2])
        guard !roots.isEmpty else {
            throw VerificationError(
                code: .trustAnchor,
                message: "the certificates lead to \(presented[2].subject) (\(presented[2].fingerprint)), which is not "
                    + "trusted; trust it by configuration if it is your simulator's"
            )
        }
        return try chain(below: roots, presented: presented)
    }

    /// Checks a signing certificate with whatever others came along, as receipts carry them in no certain order.
    func chain(of leaf: Certificate, among others: [Certificate]) throws(VerificationError) -> CertificateChain {
        if anchors.contains(leaf) { return try single(leaf) }
        var failure: VerificationError?
        for intermediate in others where leaf.namesIssuer(intermediate) && intermediate != leaf {
            let presented = others.first { intermediate.namesIssuer($0) && anchors.contains($0) }
            let roots = anchors.candidates(above: intermediate, presented: presented)
            guard !roots.isEmpty else { continue }
            do throws(VerificationError) {
                return try chain(below: roots, presented: [leaf, intermediate])
            } catch {
                failure = error
            }
        }
        throw failure
            ?? VerificationError(
                code: .trustAnchor,
                message: "no path leads from \(leaf.subject) to a trusted root; trust the root by configuration if the "
                    + "receipt is your simulator's or Xcode's"
            )
    }

    private func chain(
        below roots: [Certificate],
        presented: [Certificate]
    ) throws(VerificationError) -> CertificateChain {
        var failure: VerificationError?
        for root in roots {
            let certificates = [presented[0], presented[1], root]
            do throws(VerificationError) {
                for policy in policies { try policy.check(certificates) }
                return try CertificateChain(certificates: certificates)
            } catch {
                failure = error
            }
        }
        throw failure ?? VerificationError(code: .trustAnchor, message: "no root is trusted")
    }

    /// A certificate alone, as Xcode makes it, must itself be trusted.
    private func single(_ certificate: Certificate) throws(VerificationError) -> CertificateChain {
        guard anchors.contains(certificate) else {
            throw VerificationError(
                code: .trustAnchor,
                message: "the document carries one certificate, \(certificate.subject) (\(certificate.fingerprint)), "
                    + "which is not trusted; for StoreKit testing in Xcode, export its certificate and trust it"
            )
        }
        return try CertificateChain(certificates: [certificate])
    }
}
