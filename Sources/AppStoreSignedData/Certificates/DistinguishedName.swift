// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The name of a certificate's subject.
public struct DistinguishedName: Hashable, Sendable {
    /// The name itself.
    public var commonName: String

    /// The department.
    public var organizationalUnit: String?

    /// The organization.
    public var organization: String?

    /// The country's two letters.
    public var country: String?

    /// Makes a name from its parts.
    public init(
        commonName: String,
        organizationalUnit: String? = nil,
        organization: String? = nil,
        country: String? = nil
    ) {
        self.commonName = commonName
        self.organizationalUnit = organizationalUnit
        self.organization = organization
        self.country = country
    }

    var der: [UInt8] {
        let parts: [(ObjectIdentifier, [UInt8]?)] = [
            (.commonName, DER.utf8String(commonName)),
            (.organizationalUnit, organizationalUnit.map(DER.utf8String)),
            (.organization, organization.map(DER.utf8String)),
            (.country, country.map(DER.printableString)),
        ]
        return DER.sequence(
            parts.compactMap { identifier, value in
                value.map { DER.set([DER.sequence([DER.objectIdentifier(identifier), $0])]) }
            }
        )
    }
}
