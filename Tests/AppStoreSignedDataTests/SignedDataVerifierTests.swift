// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import TestSupport
import Testing

@Suite struct SignedDataVerifierTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    @Test func `a signed transaction is accepted with its exact text`() throws {
        let payload = Samples.transaction(at: now)
        let signed = try authority.signer.sign(payload)
        let verified = try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now)
        #expect(verified.payload == payload)
        #expect(verified.signedPayload == signed)
    }

    @Test func `the outcome is the same with a warm cache`() throws {
        let verifier = try authority.verifier()
        for _ in 0..<3 {
            let signed = try authority.signer.sign(Samples.transaction(at: now))
            _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
            let other = try authority.signer.sign(Samples.transaction(at: now, bundleID: "com.example.other"))
            #expect(refusal { _ = try verifier.verify(other, as: TransactionPayload.self, asOf: now) } == .bundleID)
        }
    }

    @Test func `another app's document is refused`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now, bundleID: "com.example.other"))
        let verifier = try authority.verifier()
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .bundleID)
    }

    @Test func `another environment's document is refused`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now, environment: .production))
        let verifier = try authority.verifier()
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .environment)
    }

    @Test func `another authority's document is refused`() throws {
        let signed = try TestAuthority(name: "Stranger").signer.sign(Samples.transaction(at: now))
        let verifier = try authority.verifier()
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .trustAnchor)
    }

    @Test func `a header of many members is refused before it is decoded`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now)).rawValue.split(separator: ".")
        let members = (0..<50_000).map { #","m\#($0)":1"# }.joined()
        let header = Base64URL.encode(Array(#"{"alg":"ES256","x5c":[]\#(members)}"#.utf8))
        let crowd = SignedPayload(rawValue: "\(header).\(signed[1]).\(signed[2])")
        let verifier = try authority.verifier { $0.maximumByteCount = 4 << 20 }
        let error = #expect(throws: VerificationError.self) {
            try verifier.verify(crowd, as: TransactionPayload.self, asOf: now)
        }
        #expect(error?.code == .header)
        #expect(error?.message.contains("at least 33 members. Send at most 32.") == true, "\(error?.message ?? "")")
    }

    @Test func `Apple's anchors refuse everyone else`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let verifier = try authority.verifier { $0.anchors = .apple }
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .trustAnchor)
    }

    @Test func `a document signed after its certificates ended is refused, also with a warm cache`() throws {
        let verifier = try authority.verifier()
        let good = try authority.signer.sign(Samples.transaction(at: now))
        _ = try verifier.verify(good, as: TransactionPayload.self, asOf: now)
        let late = TestAuthority.validity.upperBound.addingTimeInterval(1)
        let signed = try authority.signer.sign(Samples.transaction(at: late))
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .validity)
    }

    @Test func `an old document stays good when its certificates have ended, unless the present counts`() throws {
        let late = TestAuthority.validity.upperBound.addingTimeInterval(86_400)
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        _ = try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: late)
        let verifier = try authority.verifier { $0.effectiveInstant = .present }
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: late) } == .validity)
    }

    @Test func `a changed byte anywhere is refused`() throws {
        let verifier = try authority.verifier()
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
        let bytes = Array(signed.rawValue.utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 1
            let text = SignedPayload(rawValue: String(decoding: changed, as: UTF8.self))
            #expect(throws: (any Error).self) { try verifier.verify(text, as: TransactionPayload.self, asOf: now) }
        }
    }

    @Test func `production documents cannot be expected without the app's number`() {
        #expect(refusal { _ = try authority.verifier(environment: .production) } == .configuration)
    }

    @Test func `a document longer than allowed is refused before it is read`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let verifier = try authority.verifier { $0.maximumByteCount = 100 }
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .size)
    }

    @Test func `a notification carries its documents`() throws {
        let inner = try authority.signer.sign(Samples.transaction(at: now))
        let notification = Samples.notification(at: now, transaction: inner)
        let signed = try authority.signer.sign(notification)
        for nested in [SignedDataVerifier.NestedDocuments.carried, .strict] {
            let verifier = try authority.verifier { $0.nestedDocuments = nested }
            let verified = try verifier.verifyNotification(signed, asOf: now)
            #expect(verified.notification.payload == notification)
            #expect(verified.transaction?.payload == Samples.transaction(at: now))
            #expect(verified.transaction?.signedPayload == inner)
            #expect(verified.renewalInfo?.signedPayload == nil)
        }
    }
}
