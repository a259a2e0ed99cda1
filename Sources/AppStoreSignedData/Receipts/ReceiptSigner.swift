// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Makes app receipts and iOS 6 transaction receipts as Apple does.
///
/// The simulator and the tests use it; nothing trusts its receipts but a verifier that is given its root.
public struct ReceiptSigner: Sendable {
    let chain: [Certificate]
    let key: PrivateKey

    /// How a receipt is made.
    public struct Options: Hashable, Sendable {
        /// Whether the digest is SHA-1, as it was until 2023.
        public var usesSHA1: Bool

        /// Whether lengths are left open, as Xcode leaves them.
        public var usesIndefiniteLengths: Bool

        /// Chooses how a receipt is made.
        public init(usesSHA1: Bool = false, usesIndefiniteLengths: Bool = false) {
            self.usesSHA1 = usesSHA1
            self.usesIndefiniteLengths = usesIndefiniteLengths
        }

        /// As the App Store makes receipts today.
        public static let appStore = Options()

        /// As Xcode makes receipts.
        public static let xcode = Options(usesIndefiniteLengths: true)
    }

    /// Signs with a hierarchy of RSA certificates.
    ///
    /// - Throws: ``CryptographyError`` when the signing certificate's key is not RSA.
    public init(_ hierarchy: CertificateHierarchy) throws {
        try self.init(chain: hierarchy.chain, key: hierarchy.leaf.key)
    }

    /// Signs as StoreKit testing in Xcode does, with one certificate that issued itself.
    ///
    /// - Throws: ``CryptographyError`` when the certificate's key is not RSA.
    public init(xcode: CertifiedKey) throws {
        try self.init(chain: [xcode.certificate], key: xcode.key)
    }

    private init(chain: [Certificate], key: PrivateKey) throws {
        guard case .rsa = key.algorithm else {
            throw CryptographyError(code: .unsuitableKey, message: "receipts are signed with an RSA key")
        }
        self.chain = chain
        self.key = key
    }

    /// Makes an app receipt.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func sign(_ receipt: AppReceipt, options: Options = .appStore) throws -> Data {
        Data(try message(around: receipt.payload, options))
    }

    /// Wraps and signs any content; the tests make broken receipts with it.
    package func message(around content: [UInt8], _ options: Options) throws -> [UInt8] {
        let signature = try key.signature(for: content, digest: options.usesSHA1 ? .sha1 : .sha256)
        return try message(around: content, options, signature: signature)
    }

    /// Wraps any content without a signature; the tests read what no one signed with it.
    package func unsignedMessage(around content: [UInt8]) throws -> [UInt8] {
        try message(around: content, .appStore, signature: [])
    }

    private func message(around content: [UInt8], _ options: Options, signature: [UInt8]) throws -> [UInt8] {
        guard let leaf = chain.first, let issuer = leaf.issuerDER, let serial = leaf.serialNumberDER else {
            throw CryptographyError(code: .malformedCertificate, message: "the signing certificate cannot be read")
        }
        let algorithm = DER.sequence([DER.objectIdentifier(options.usesSHA1 ? .sha1 : .sha256), DER.null])
        let signer = DER.sequence([
            DER.integer(1),
            DER.sequence([issuer, serial]),
            algorithm,
            DER.sequence([DER.objectIdentifier(.rsaEncryption), DER.null]),
            DER.octetString(signature),
        ])
        let form: Form = options.usesIndefiniteLengths ? .open : .closed
        let wrapped = form.sequence([DER.objectIdentifier(.pkcs7Data), form.explicit(form.octets(content))])
        let certificates = DER.explicit(0, chain.flatMap { Array($0.der) })
        let body = form.sequence([DER.integer(1), DER.set([algorithm]), wrapped, certificates, DER.set([signer])])
        return form.sequence([DER.objectIdentifier(.pkcs7SignedData), form.explicit(body)])
    }
}

/// The two ways to say where an element of ASN.1 ends: by its length, or by two zero bytes after it.
private enum Form {
    case closed
    case open

    func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }

    func explicit(_ content: [UInt8]) -> [UInt8] { element(0xA0, content) }

    func octets(_ bytes: [UInt8]) -> [UInt8] {
        guard self == .open else { return DER.octetString(bytes) }
        // Open octets are a row of pieces.
        let pieces = stride(from: 0, to: bytes.count, by: 1000).map {
            DER.octetString(Array(bytes[$0..<min($0 + 1000, bytes.count)]))
        }
        return element(0x24, pieces.flatMap(\.self))
    }

    private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        self == .open ? [tag, 0x80] + content + [0, 0] : DER.element(tag, content)
    }
}

extension ObjectIdentifier {
    fileprivate static let pkcs7Data = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 1)
    fileprivate static let pkcs7SignedData = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 2)
    fileprivate static let rsaEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
}
