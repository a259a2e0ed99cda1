// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// The verifyReceipt endpoint of both environments, for receipts of both styles.
///
/// <https://developer.apple.com/documentation/appstorereceipts/verifyreceipt>
struct VerifyReceiptRoutes: Sendable {
    let engine: SimulatorEngine
    let verifier: ReceiptVerifier
    /// The environment of the port, where Apple's host names do not tell.
    let environment: Environment

    /// An answer that is nothing but a status.
    struct Refusal: Error {
        var status: Int64
        var isRetryable: Bool?
    }

    private struct VerifyReceiptRequestBody: Decodable {
        var receipt: String
        var password: String?
        var excludesOld: Bool?

        enum CodingKeys: String, CodingKey {
            case receipt = "receipt-data"
            case password
            case excludesOld = "exclude-old-transactions"
        }
    }

    /// Makes a verifier of the receipts that an authority signed.
    ///
    /// - Throws: A `VerificationError` when the authority cannot be trusted.
    static func verifier(of authority: SimulatorAuthority) throws -> ReceiptVerifier {
        var configuration = SignedDataVerifier.Configuration(
            anchors: authority.receipts.anchors,
            apps: nil,
            environments: nil
        )
        configuration.intermediates = [authority.receipts.intermediate.certificate]
        return try ReceiptVerifier(configuration)
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        for method in [HTTPMethod.get, .put, .delete, .patch] {
            router.on(method, "/verifyReceipt") { try respond(Refusal(status: 21000), to: $0) }
        }
        router.on(.post, "/verifyReceipt") { request in
            do {
                return try await verify(request)
            } catch let refusal as Refusal {
                return try respond(refusal, to: request)
            }
        }
    }

    private func verify(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await engine.catchUp()
        if let status = await engine.faults.verifyReceipt { throw Refusal(status: Int64(status), isRetryable: true) }
        // Apple looks at the body alone, whatever its type is said to be.
        guard let question = try? JSONDecoder().decode(VerifyReceiptRequestBody.self, from: request.body),
            let receipt = Data(base64Encoded: question.receipt.filter { !$0.isWhitespace }), !receipt.isEmpty
        else { throw Refusal(status: 21002) }
        let verified: VerifiedReceipt
        do {
            verified = try verifier.verify(receipt)
        } catch let error as VerificationError {
            throw Refusal(status: error.code == .payload || error.code == .format ? 21002 : 21003)
        }
        let environment = AppleHosts.environment(of: request, port: environment)
        let input = VerifyReceiptOptions(password: question.password, excludesOld: question.excludesOld ?? false)
        switch verified {
        case .app(let receipt):
            try check(receipt.payload.receiptType?.environment ?? .production, at: environment)
            return try .apple(try await describe(receipt.payload, input, environment))
        case .transaction(let receipt):
            try check(receipt.payload.environment, at: environment)
            return try .apple(try await describe(receipt.payload, input))
        }
    }

    /// What a question asks besides the receipt.
    struct VerifyReceiptOptions: Sendable {
        var password: String?
        var excludesOld: Bool
    }

    private func check(_ found: Environment, at environment: Environment) throws {
        if environment == .production && found != .production { throw Refusal(status: 21007) }
        if environment == .sandbox && found == .production { throw Refusal(status: 21008) }
    }

    /// The shared secret is asked for when there is a subscription, and must be right whenever it is given.
    func check(_ input: VerifyReceiptOptions, app: BundleID, hasSubscription: Bool) throws {
        let secret = engine.configuration.sharedSecret(of: app)
        guard input.password == secret || (input.password == nil && !hasSubscription) else {
            throw Refusal(status: 21004)
        }
    }

    private func respond(_ refusal: Refusal, to request: HTTPRequest) throws -> HTTPResponse {
        var fields: [String: JSONValue] = ["status": .integer(refusal.status)]
        if let isRetryable = refusal.isRetryable {
            let environment = AppleHosts.environment(of: request, port: environment)
            fields["environment"] = .string(environment == .production ? "Production" : "Sandbox")
            fields["is_retryable"] = .bool(isRetryable)
        }
        return try .apple(JSONValue.object(fields))
    }
}
