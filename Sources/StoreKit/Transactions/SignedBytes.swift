// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import StoreKitCrypto

/// A signed document, taken apart but not believed.
struct SignedBytes: Hashable, Sendable {
    let jws: String
    let header: Data
    let payload: Data
    let signature: Data

    /// Takes a compact JWS apart; nil when it is none.
    init?(jws: String) {
        let parts = jws.split(separator: ".", omittingEmptySubsequences: false).map { Self.decode(String($0)) }
        guard parts.count == 3, let header = parts[0], let payload = parts[1], let signature = parts[2] else {
            return nil
        }
        self.jws = jws
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// The bytes that were signed: the first two parts with the dot between them.
    var signedData: Data {
        guard let end = jws.lastIndex(of: ".") else { return Data() }
        return Data(jws[..<end].utf8)
    }

    /// The signature as a value; of the wrong length it is zero, which no check passes.
    var ecdsaSignature: P256.Signing.ECDSASignature {
        if let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) { return signature }
        let zero = try? P256.Signing.ECDSASignature(rawRepresentation: Data(count: 64))
        guard let zero else { preconditionFailure("64 bytes are a signature's length") }
        return zero
    }

    private static func decode(_ text: String) -> Data? {
        var standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: standard)
    }
}

/// A value that is read out of a signed document.
protocol SignedContent: Sendable {
    /// Reads the content; nil when a field that every such document has is missing.
    init?(signed: SignedBytes)

    var signed: SignedBytes { get }
    var signedDate: Date { get }
    var deviceVerification: Data { get }
    var deviceVerificationNonce: UUID { get }
}

/// The fields that tie a document to a device; a server's documents have none.
struct DeviceFields {
    let verification: Data
    let nonce: UUID

    /// Whether the document names a device.
    let isPresent: Bool

    init(payload: Data) {
        struct Fields: Decodable {
            var deviceVerification: String?
            var deviceVerificationNonce: UUID?
        }
        let fields = try? AppStoreJSON.decode(Fields.self, from: payload)
        verification = fields?.deviceVerification.flatMap { Data(base64Encoded: $0) } ?? Data()
        nonce = fields?.deviceVerificationNonce ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        isPresent = fields?.deviceVerification != nil && fields?.deviceVerificationNonce != nil
    }
}
