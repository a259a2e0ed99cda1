// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// The header of a signed document.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/jwsdecodedheader>
struct DocumentHeader: Decodable {
    let alg: String
    let x5c: [String]?
    let crit: [String]?

    /// Reads a header from its segment.
    static func decode(_ segment: UnsafeRawBufferPointer) throws(VerificationError) -> DocumentHeader {
        guard let bytes = unsafe Base64Alphabet.url.decode(segment) else {
            throw VerificationError(code: .format, message: "the header is not canonical base64url")
        }
        if let excess = JSONLimits.documentHeader.excess(in: bytes) {
            throw VerificationError(code: .header, message: "the header is refused: \(excess)")
        }
        do {
            return try JSONDecoder().decode(DocumentHeader.self, from: Data(bytes))
        } catch {
            throw VerificationError(code: .header, message: "the header is not JSON with an algorithm")
        }
    }

    /// The certificates, the signing one first.
    ///
    /// Those that were read before are taken as they are: reading one costs a quarter of checking it.
    func certificates(reusing known: [Certificate]) throws(VerificationError) -> [Certificate] {
        guard alg == "ES256" else {
            throw VerificationError(code: .algorithm, message: "the algorithm is not ES256, with which Apple signs")
        }
        guard crit == nil else {
            throw VerificationError(code: .header, message: "the header demands extensions that Apple does not use")
        }
        guard let x5c, !x5c.isEmpty, x5c.count <= 3 else {
            throw VerificationError(
                code: .chainLength,
                message: "the header carries \(x5c?.count ?? 0) certificates; Apple's carry 3"
            )
        }
        var certificates: [Certificate] = []
        for text in x5c {
            guard let der = Base64.decode(text).map({ Data($0) }),
                let certificate = try? known.first(where: { $0.der == der }) ?? Certificate(der: der)
            else { throw VerificationError(code: .certificate, message: "a certificate in the header cannot be read") }
            certificates.append(certificate)
        }
        return certificates
    }
}

extension JSONLimits {
    /// A header comes unverified; Apple's has three members and three certificates.
    static let documentHeader = JSONLimits(depth: 8, members: 32, values: 64, stringBytes: 16 << 10)

    /// A payload is read when its signature is good; Apple's largest have some hundred members.
    static let documentPayload = JSONLimits(depth: 32, members: 10_000, values: 20_000)
}
