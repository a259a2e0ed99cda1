// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An ASN.1 object identifier.
package struct ObjectIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The dotted numbers.
    package let description: String

    /// Makes an identifier from its numbers.
    package init(_ first: UInt64, _ second: UInt64, _ rest: UInt64...) {
        description = ([first, second] + rest).map(String.init).joined(separator: ".")
    }

    /// The content bytes of its DER element.
    var content: [UInt8] {
        let numbers = description.split(separator: ".").compactMap { UInt64($0) }
        return ([numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2)).flatMap(Self.base128)
    }

    private static func base128(_ number: UInt64) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}

extension ObjectIdentifier {
    static let commonName = ObjectIdentifier(2, 5, 4, 3)
    static let country = ObjectIdentifier(2, 5, 4, 6)
    static let organization = ObjectIdentifier(2, 5, 4, 10)
    static let organizationalUnit = ObjectIdentifier(2, 5, 4, 11)

    static let subjectKeyIdentifier = ObjectIdentifier(2, 5, 29, 14)
    static let keyUsage = ObjectIdentifier(2, 5, 29, 15)
    static let basicConstraints = ObjectIdentifier(2, 5, 29, 19)
    static let authorityKeyIdentifier = ObjectIdentifier(2, 5, 29, 35)
    static let extendedKeyUsage = ObjectIdentifier(2, 5, 29, 37)
    static let authorityInformationAccess = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1)
    static let ocspAccess = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1)
    static let serverAuthentication = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 1)
    static let subjectAlternativeName = ObjectIdentifier(2, 5, 29, 17)
    static let ocspSigning = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 9)
    static let ocspNoCheck = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 5)

    static let ecdsaWithSHA256 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)
    static let ecdsaWithSHA384 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3)
    static let rsaWithSHA1 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 5)
    static let rsaWithSHA256 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 11)

    /// Apple's mark on a certificate that signs documents of the App Store.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/jwstransaction>
    package static let appStoreSigning = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 11, 1)

    /// Apple's mark on its Worldwide Developer Relations authority.
    package static let worldwideDeveloperRelations = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 2, 1)
}
