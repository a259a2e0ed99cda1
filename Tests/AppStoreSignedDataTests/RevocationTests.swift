// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import Synchronization
import TestSupport
import Testing

/// A responder in the same process, which counts its questions.
private final class Responder: Sendable {
    let responder: RevocationResponder
    let questions = Mutex(0)
    let answer: @Sendable ([UInt8]) -> RevocationResponder.Status
    let instant: @Sendable () -> Date
    let change: @Sendable (Data) throws -> (status: Int, body: Data)

    init(
        _ responder: RevocationResponder,
        at instant: @escaping @Sendable () -> Date,
        change: @escaping @Sendable (Data) throws -> (status: Int, body: Data) = { (200, $0) },
        answer: @escaping @Sendable ([UInt8]) -> RevocationResponder.Status = { _ in .good }
    ) {
        self.responder = responder
        self.instant = instant
        self.change = change
        self.answer = answer
    }

    @Sendable func post(_ request: RevocationRequest) async throws -> (status: Int, body: Data) {
        questions.withLock { $0 += 1 }
        return try change(responder.respond(to: request.body, asOf: instant(), status: answer))
    }
}

private struct Unreachable: Error {}

@Suite struct RevocationTests {
    static let authority: TestAuthority = {
        do {
            return try TestAuthority(name: "With Responder", revocationResponder: "http://ocsp.example.com/")
        } catch {
            preconditionFailure("\(error)")
        }
    }()
    let authority = RevocationTests.authority
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    private var responder: RevocationResponder {
        RevocationResponder(authorities: [authority.documents.root, authority.documents.intermediate])
    }

    private func outcome(
        _ responder: Responder,
        mode: RevocationChecker.FailureMode = .hard
    ) async throws -> VerificationError? {
        try await outcome(RevocationChecker(failureMode: mode, transport: responder.post))
    }

    private func outcome(_ checker: RevocationChecker, at instant: Date? = nil) async throws -> VerificationError? {
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        do {
            let verifier = try authority.verifier()
            _ = try await verifier.verify(
                signed,
                as: TransactionPayload.self,
                asOf: instant ?? now,
                checking: checker
            )
            return nil
        } catch let error as VerificationError {
            return error
        }
    }

    @Test func `a chain that no one withdrew is accepted after two questions`() async throws {
        let responder = Responder(responder, at: { [now] in now })
        #expect(try await outcome(responder) == nil)
        #expect(responder.questions.withLock { $0 } == 2)
    }

    @Test(arguments: [RevocationChecker.FailureMode.hard, .soft])
    func `a withdrawn certificate is refused in every mode`(mode: RevocationChecker.FailureMode) async throws {
        for victim in [authority.documents.leaf.certificate, authority.documents.intermediate.certificate] {
            let serial = victim.serialNumber
            let responder = Responder(
                responder,
                at: { [now] in now },
                answer: { [now] in $0 == serial ? .revoked(now) : .good }
            )
            let error = try #require(try await outcome(responder, mode: mode))
            #expect(error.code == .revoked)
            #expect(!error.isRetryable)
        }
    }

    @Test func `a certificate that its issuer does not know is refused, unless failures are soft`() async throws {
        let responder = Responder(responder, at: { [now] in now }, answer: { _ in .unknown })
        let error = try #require(try await outcome(responder))
        #expect(error.code == .revocationUnknown)
        #expect(!error.isRetryable)
        #expect(try await outcome(responder, mode: .soft) == nil)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5])
    func `a failure is retryable, and accepted when failures are soft`(kind: Int) async throws {
        let instant = kind == 0 ? now.addingTimeInterval(-13 * 3600) : kind == 1 ? now.addingTimeInterval(120) : now
        let responder = Responder(
            responder,
            at: { instant },
            change: { body in
                switch kind {
                case 2: return (503, body)
                case 3: throw Unreachable()
                case 4: return (200, Data("<html>".utf8))
                case 5: return (200, Data([0x30, 0x03, 0x0A, 0x01, 0x03]))
                default: return (200, body)
                }
            }
        )
        let error = try #require(try await outcome(responder))
        #expect(error.code == .revocationUnavailable)
        #expect(error.isRetryable)
        #expect(try await outcome(responder, mode: .soft) == nil)
    }

    @Test func `an answer with a changed signature says nothing`() async throws {
        let certificate = authority.documents.intermediate.certificate.der
        let change: @Sendable (Data) -> (status: Int, body: Data) = { body in
            // The signature stands before the certificate, which ends the answer.
            var body = body
            if let place = body.range(of: certificate)?.lowerBound { body[place - 12] ^= 1 }
            return (200, body)
        }
        let responder = Responder(responder, at: { [now] in now }, change: change)
        #expect(try await outcome(responder)?.code == .revocationUnavailable)
    }

    @Test func `a stranger cannot answer`() async throws {
        let stranger = try TestAuthority(name: "With Responder").documents
        let delegate = RevocationResponder(
            authority: authority.documents.intermediate.certificate,
            delegate: stranger.leaf
        )
        let responder = Responder(delegate, at: { [now] in now })
        #expect(try await outcome(responder)?.code == .revocationUnavailable)
    }

    @Test(arguments: [true, false])
    func `a delegate answers only with a certificate for that`(isMarked: Bool) async throws {
        let intermediate = authority.documents.intermediate
        let delegate = try intermediate.issue(
            CertificateTemplate(
                subject: DistinguishedName(commonName: "Responder"),
                serialNumber: 50,
                validity: TestAuthority.validity,
                extensions: [.endEntity, .signsDocuments] + (isMarked ? [.signsRevocationAnswers] : [])
            ),
            algorithm: .p256
        )
        let delegated = RevocationResponder(authority: intermediate.certificate, delegate: delegate)
        let own = responder
        let checker = RevocationChecker(failureMode: .hard) { [now] request in
            let answer = try delegated.respond(to: request.body, asOf: now) { _ in .good }
            // The delegate answers for the lower authority only.
            return (200, answer.count > 10 ? answer : try own.respond(to: request.body, asOf: now) { _ in .good })
        }
        #expect(try await outcome(checker)?.code == (isMarked ? nil : .revocationUnavailable))
    }

    @Test func `another certificate's answer does not count`() async throws {
        let checker = RevocationChecker(failureMode: .hard) { [now, authority, responder] _ in
            let other = try RevocationRequest(
                url: "",
                certificate: authority.receipts.leaf.certificate,
                issuer: authority.documents.intermediate.certificate
            )
            return (200, try responder.respond(to: other.body, asOf: now) { _ in .good })
        }
        #expect(try await outcome(checker)?.code == .revocationUnavailable)
    }

    @Test func `an answer with SHA-256 names counts`() async throws {
        let checker = RevocationChecker(failureMode: .hard) { [now, authority, responder] asked in
            let chain = authority.documents.chain
            for (certificate, issuer) in zip(chain, chain.dropFirst()) {
                let plain = try RevocationRequest(url: asked.url, certificate: certificate, issuer: issuer)
                guard plain.body == asked.body else { continue }
                let modern = try RevocationRequest(
                    url: asked.url,
                    certificate: certificate,
                    issuer: issuer,
                    usesSHA256: true
                )
                return (200, try responder.respond(to: modern.body, asOf: now) { _ in .good })
            }
            throw Unreachable()
        }
        #expect(try await outcome(checker) == nil)
    }

    @Test func `answers are remembered for a while, and no longer than they say`() async throws {
        let clock = Mutex(now)
        let responder = Responder(responder, at: { clock.withLock { $0 } })
        let checker = RevocationChecker(failureMode: .hard, lifetime: 900, transport: responder.post)
        for seconds in [0.0, 1, 899] {
            clock.withLock { $0 = now.addingTimeInterval(seconds) }
            #expect(try await outcome(checker, at: now.addingTimeInterval(seconds)) == nil)
        }
        #expect(responder.questions.withLock { $0 } == 2)
        clock.withLock { $0 = now.addingTimeInterval(900) }
        #expect(try await outcome(checker, at: now.addingTimeInterval(900)) == nil)
        #expect(responder.questions.withLock { $0 } == 4)
    }

    @Test func `a failure is remembered for a short while`() async throws {
        let responder = Responder(responder, at: { [now] in now }, change: { _ in throw Unreachable() })
        let checker = RevocationChecker(failureMode: .soft, retryInterval: 10, transport: responder.post)
        for _ in 0..<5 { #expect(try await outcome(checker) == nil) }
        #expect(responder.questions.withLock { $0 } == 2)
        #expect(try await outcome(checker, at: now.addingTimeInterval(10)) == nil)
        #expect(responder.questions.withLock { $0 } == 4)
    }

    @Test func `many tasks share one question`() async throws {
        let responder = Responder(responder, at: { [now] in now })
        let checker = RevocationChecker(failureMode: .hard, transport: responder.post)
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let verifier = try authority.verifier()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    _ = try await verifier.verify(signed, as: TransactionPayload.self, asOf: now, checking: checker)
                }
            }
            try await group.waitForAll()
        }
        #expect(responder.questions.withLock { $0 } == 2)
    }

    @Test func `certificates that name no responder are refused, unless failures are soft`() async throws {
        let plain = TestAuthority.shared
        let signed = try plain.signer.sign(Samples.transaction(at: now))
        for (mode, code) in [
            (RevocationChecker.FailureMode.hard, VerificationError.Code.revocationUnknown), (.soft, nil),
        ] {
            let checker = RevocationChecker(failureMode: mode) { _ in throw Unreachable() }
            var found: VerificationError.Code?
            do {
                let verifier = try plain.verifier()
                _ = try await verifier.verify(signed, as: TransactionPayload.self, asOf: now, checking: checker)
            } catch let error as VerificationError {
                found = error.code
            }
            #expect(found == code)
        }
    }

    @Test func `a notification's certificates are asked about once`() async throws {
        let responder = Responder(responder, at: { [now] in now })
        let checker = RevocationChecker(failureMode: .hard, transport: responder.post)
        let inner = try authority.signer.sign(Samples.transaction(at: now))
        let signed = try authority.signer.sign(Samples.notification(at: now, transaction: inner))
        let verifier = try authority.verifier { $0.nestedDocuments = .strict }
        let verified = try await verifier.verifyNotification(signed, asOf: now, checking: checker)
        #expect(verified.transaction?.signedPayload == inner)
        #expect(responder.questions.withLock { $0 } == 2)
    }

    @Test(arguments: [[], [0x30, 0x00], [0x30, 0x80], [0x30, 0x04, 0x30, 0x02, 0x30, 0x00]])
    func `a question that is none gets a refusal`(body: [UInt8]) throws {
        let answer = try responder.respond(to: Data(body), asOf: now) { _ in .good }
        #expect(Array(answer) == [0x30, 0x03, 0x0A, 0x01, 0x01])
    }

    @Test func `a question about a stranger's certificate gets a refusal`() throws {
        let chain = TestAuthority.shared.documents.chain
        let request = try RevocationRequest(url: "", certificate: chain[0], issuer: chain[1])
        let answer = try responder.respond(to: request.body, asOf: now) { _ in .good }
        #expect(Array(answer) == [0x30, 0x03, 0x0A, 0x01, 0x06])
    }

    @Test(arguments: [true, false])
    func `Apple's library believes the responder`(isGood: Bool) throws {
        let chain = authority.documents.chain
        var answers: [String: String] = [:]
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            let request = try RevocationRequest(url: "", certificate: certificate, issuer: issuer, usesSHA256: true)
            let answer = try responder.respond(to: request.body, asOf: now) { _ in isGood ? .good : .revoked(now) }
            answers[request.body.base64EncodedString()] = answer.base64EncodedString()
        }
        let answer = try PythonPeer.ask(
            "online",
            [
                "root": chain[2].der.base64EncodedString(),
                "certificates": chain.map { $0.der.base64EncodedString() },
                "instant": 1_790_000_000,
                "answers": answers,
            ]
        )
        #expect(answer["refused"] as? String == (isGood ? nil : "VERIFICATION_FAILURE"))
    }
}
