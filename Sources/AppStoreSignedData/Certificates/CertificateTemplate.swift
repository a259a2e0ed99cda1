// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a certificate that is to be issued shall say.
///
/// The identifiers of the subject's and the authority's keys are added by the issuer.
public struct CertificateTemplate: Hashable, Sendable {
    /// Whom the certificate is for.
    public var subject: DistinguishedName

    /// The number that the issuer gives it; every certificate of an issuer has another.
    public var serialNumber: UInt64

    /// When it holds.
    public var validity: ClosedRange<Date>

    /// What it is for.
    public var extensions: [CertificateExtension]

    /// Makes a template from its parts.
    public init(
        subject: DistinguishedName,
        serialNumber: UInt64,
        validity: ClosedRange<Date>,
        extensions: [CertificateExtension]
    ) {
        self.subject = subject
        self.serialNumber = serialNumber
        self.validity = validity
        self.extensions = extensions
    }
}
