// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Testing

@Suite struct CryptographyTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func `SHA-256 gives the standard's example`() {
        let digest = SHA256.digest(of: Array("abc".utf8))
        #expect(hex(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let empty = SHA256.digest(of: [UInt8]())
        #expect(hex(empty) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `HMAC gives the second example of RFC 4231`() {
        let code = HMACSHA256.code(for: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hex(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(HMACSHA256.isValid(code, for: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
    }

    @Test func `HMAC takes an empty key and an empty message`() {
        let code = HMACSHA256.code(for: [UInt8](), key: [UInt8]())
        #expect(hex(code) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func `bytes are compared whole`() {
        #expect(constantTimeEquals([1, 2, 3] as [UInt8], Data([1, 2, 3])))
        #expect(!constantTimeEquals([1, 2, 3] as [UInt8], [1, 2, 4] as [UInt8]))
        #expect(!constantTimeEquals([1, 2, 3] as [UInt8], [1, 2] as [UInt8]))
        #expect(constantTimeEquals([UInt8](), [UInt8]()))
    }

    @Test func `random bytes differ`() {
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
        #expect(SecureRandom.bytes(0).isEmpty)
    }

    @Test(arguments: [KeyAlgorithm.p256, .p384, .rsa(bits: 2048)])
    func `a key survives PEM and verifies its own signatures`(algorithm: KeyAlgorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let again = try PrivateKey(pem: key.pem)
        #expect(again.algorithm == algorithm)
        let signature = try again.signature(for: Array("message".utf8))
        #expect(key.publicKey.isValidSignature(signature, for: Array("message".utf8)))
        #expect(!key.publicKey.isValidSignature(signature, for: Array("massage".utf8)))
        #expect(try PublicKey(pem: key.publicKey.pem) == again.publicKey)
        #expect(try PublicKey(subjectPublicKeyInfo: key.publicKey.subjectPublicKeyInfo) == key.publicKey)
    }

    @Test func `an ES256 signature has 64 bytes`() throws {
        let key = try PrivateKey.generate(.p256)
        let signature = try key.joseSignature(for: Array("message".utf8))
        #expect(signature.count == 64)
        #expect(key.publicKey.isValidJOSESignature(signature, for: Array("message".utf8)))
        #expect(!key.publicKey.isValidJOSESignature(Array(signature.dropLast()), for: Array("message".utf8)))
    }

    @Test func `an ES256 signature needs a P-256 key`() throws {
        let key = try PrivateKey.generate(.p384)
        #expect(throws: CryptographyError.self) { try key.joseSignature(for: [1, 2, 3] as [UInt8]) }
    }

    @Test(arguments: ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "key"])
    func `what is not a key is refused`(text: String) {
        #expect(throws: CryptographyError.self) { try PrivateKey(pem: text) }
        #expect(throws: CryptographyError.self) { try PublicKey(pem: text) }
    }

    @Test func `a key never shows itself`() throws {
        let key = try PrivateKey.generate(.p256)
        #expect("\(key)" == "private key (p256)")
        #expect(String(reflecting: key) == "private key (p256)")
    }
}
