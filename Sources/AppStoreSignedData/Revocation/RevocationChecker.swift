// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Asks the issuers of certificates whether they are withdrawn, with OCSP, and remembers the answers for a while.
///
/// Safe to use from many tasks at once: tasks that need the same answer share one request.
///
/// <https://www.rfc-editor.org/rfc/rfc6960>
public final class RevocationChecker: Sendable {
    /// Posts a request and answers the HTTP status and the body; sets its own time limit.
    public typealias Transport = @Sendable (RevocationRequest) async throws -> (status: Int, body: Data)

    /// What happens when no one answers.
    public enum FailureMode: Hashable, Sendable {
        /// The document is refused, and may be tried again.
        case hard

        /// The document is accepted; only a certificate that is known to be withdrawn is refused.
        case soft
    }

    private let failureMode: FailureMode
    private let transport: Transport
    private let cache: RevocationCache

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - failureMode: What happens when no one answers.
    ///   - lifetime: For how long an answer is used at most, in seconds; never longer than it says itself.
    ///   - retryInterval: For how long a responder that failed is left in peace, in seconds.
    ///   - transport: Posts a request.
    public init(
        failureMode: FailureMode,
        lifetime: TimeInterval = 15 * 60,
        retryInterval: TimeInterval = 10,
        transport: @escaping Transport
    ) {
        self.failureMode = failureMode
        self.transport = transport
        cache = RevocationCache(capacity: 64, lifetime: lifetime, retryInterval: retryInterval)
    }

    /// Refuses a chain in which a certificate is withdrawn.
    ///
    /// A certificate alone is trusted automatically, and has no issuer to ask.
    func check(_ chain: CertificateChain, asOf now: Date) async throws {
        guard let root = chain.certificates.last, chain.certificates.count > 1 else { return }
        let pairs = Array(zip(chain.certificates, chain.certificates.dropFirst()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (certificate, issuer) in pairs {
                group.addTask { try await self.check(certificate, issuer: issuer, root: root, asOf: now) }
            }
            try await group.waitForAll()
        }
    }

    private func check(_ certificate: Certificate, issuer: Certificate, root: Certificate, asOf now: Date) async throws
    {
        do {
            let answer = try await cache.answer(for: certificate, asOf: now) {
                try await self.request(about: certificate, issuer: issuer, root: root, asOf: now)
            }
            try Self.judge(answer, certificate)
        } catch let error as VerificationError where failureMode == .soft && error.code != .revoked {
            // Chosen by configuration: what is not known to be withdrawn is accepted.
        }
    }

    private static func judge(_ answer: RevocationAnswer, _ certificate: Certificate) throws(VerificationError) {
        switch answer.status {
        case .good: return
        case .revoked(let date):
            let time = date.map { " at " + CivilTime($0).text } ?? ""
            throw VerificationError(
                code: .revoked,
                message: "\(certificate.subject) was withdrawn by its issuer\(time)"
            )
        case .unknown:
            throw VerificationError(
                code: .revocationUnknown,
                message: "the issuer of \(certificate.subject) does not know it"
            )
        }
    }

    private func request(
        about certificate: Certificate,
        issuer: Certificate,
        root: Certificate,
        asOf now: Date
    ) async throws -> RevocationAnswer {
        guard let url = certificate.revocationResponder else {
            throw VerificationError(
                code: .revocationUnknown,
                message: "\(certificate.subject) names no one to ask whether it is withdrawn"
            )
        }
        let request = try RevocationRequest(url: url, certificate: certificate, issuer: issuer)
        let response: (status: Int, body: Data)
        do {
            response = try await transport(request)
        } catch {
            throw VerificationError(
                code: .revocationUnavailable,
                message: "the revocation responder \(url) cannot be reached; try again later"
            )
        }
        guard response.status == 200 else {
            throw VerificationError(
                code: .revocationUnavailable,
                message: "the revocation responder \(url) answered HTTP \(response.status); try again later"
            )
        }
        return try RevocationAnswer(response.body, certificate: certificate, issuer: issuer, root: root, asOf: now)
    }
}
