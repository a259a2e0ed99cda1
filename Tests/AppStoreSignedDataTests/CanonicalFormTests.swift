// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// Accepted means that the text is exactly the one that was signed.
@Suite struct CanonicalFormTests {
    let now = Date(millisecondsSince1970: 1_790_000_000_000)
    let verifier: SignedDataVerifier
    let parts: [String]

    init() throws {
        verifier = try TestAuthority.shared.verifier()
        let signed = try TestAuthority.shared.signer.sign(Samples.transaction(at: now))
        parts = signed.rawValue.split(separator: ".").map(String.init)
        _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
    }

    private func outcome(_ text: String) -> VerificationError.Code? {
        refusal { _ = try verifier.verify(SignedPayload(rawValue: text), as: TransactionPayload.self, asOf: now) }
    }

    @Test func `only three segments are accepted`() {
        let (header, payload, signature) = (parts[0], parts[1], parts[2])
        #expect(outcome("\(header).\(payload).\(signature)") == nil)
        let others = [
            "", ".", "..", "...", "\(header).\(payload)", "\(header)..\(signature)", ".\(payload).\(signature)",
            "\(header).\(payload).\(signature).", "\(header).\(payload).\(signature).\(signature)",
            ".\(header).\(payload).\(signature)", "\(header)\(payload)\(signature)",
        ]
        for text in others { #expect(outcome(text) != nil) }
    }

    @Test(arguments: ["=", "==", " ", "\n", "\t", "\r\n", "\0", "A", "-", "ä"])
    func `nothing may be added at either end of any segment`(addition: String) {
        for index in 0..<3 {
            var (before, after) = (parts, parts)
            before[index] = addition + before[index]
            after[index] += addition
            #expect(outcome(before.joined(separator: ".")) != nil)
            #expect(outcome(after.joined(separator: ".")) != nil)
        }
    }

    @Test func `the last character of each segment has no other spelling`() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= ")
        for index in 0..<3 {
            let last = parts[index].last
            for character in alphabet where character != last {
                var changed = parts
                changed[index] = String(changed[index].dropLast()) + String(character)
                #expect(outcome(changed.joined(separator: ".")) != nil)
            }
        }
    }

    @Test(arguments: [0, 1, 32, 63, 65, 128])
    func `a signature has 64 bytes`(count: Int) {
        let signature = Base64URL.encode([UInt8](repeating: 1, count: count))
        #expect(outcome("\(parts[0]).\(parts[1]).\(signature)") == .format)
    }

    @Test(arguments: [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64)])
    func `a signature of zeros or beyond the curve is refused`(bytes: [UInt8]) {
        #expect(outcome("\(parts[0]).\(parts[1]).\(Base64URL.encode(bytes))") == .signature)
    }

    @Test func `an error never contains parts of the document`() throws {
        let other = try verifier.verify(
            SignedPayload(rawValue: parts.joined(separator: ".")),
            as: TransactionPayload.self,
            asOf: now
        )
        for cut in stride(from: 1, to: parts[1].utf8.count, by: 41) {
            let text = "\(parts[0]).\(parts[1].dropLast(cut)).\(parts[2])"
            let error = #expect(throws: VerificationError.self) {
                try verifier.verify(SignedPayload(rawValue: text), as: TransactionPayload.self, asOf: now)
            }
            let message = try #require(error).description
            #expect(!message.contains(other.payload.transactionId.rawValue))
            #expect(!message.contains(parts[1].prefix(12)))
        }
    }
}
