// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient

extension RevocationChecker {
    /// A checker that posts by the service's transport; nothing when no one is to be asked.
    convenience init?(_ choice: CertificateRevocationMode, transport: any HTTPTransport) {
        guard choice != .off else { return nil }
        self.init(failureMode: choice == .hard ? .hard : .soft) { request in
            let answer = try await transport.send(
                HTTPClientRequest(
                    "POST",
                    request.url,
                    headers: [("Content-Type", "application/ocsp-request")],
                    body: request.body,
                    timeout: .seconds(5),
                    maximumResponseBytes: 64 << 10
                )
            )
            return (answer.status, answer.body)
        }
    }
}

extension DocumentVerifiers {
    /// What an app shows, and whether its certificates were withdrawn, where that is asked.
    func checkedTransaction(
        _ signed: SignedPayload,
        app: BundleID,
        now: Date
    ) async throws -> Verified<TransactionPayload> {
        guard let revocation else { return try transaction(signed, app: app, now: now) }
        do {
            return try await verifier(of: app).verify(signed, asOf: now, checking: revocation)
        } catch let error as VerificationError {
            throw error.serviceProblem
        }
    }

    /// What Apple posts, and whether its certificates were withdrawn, where that is asked.
    func checkedNotification(
        _ signed: SignedPayload,
        environment: Environment,
        now: Date
    ) async throws -> VerifiedNotification {
        guard let revocation else { return try notification(signed, environment: environment, now: now) }
        do {
            return try await verifier(of: environment).verifyNotification(signed, asOf: now, checking: revocation)
        } catch let error as VerificationError {
            throw error.serviceProblem
        }
    }
}
