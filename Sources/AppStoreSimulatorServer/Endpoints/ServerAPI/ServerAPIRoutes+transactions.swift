// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ServerAPIRoutes {
    private struct TransactionInfo: Encodable {
        var signedTransactionInfo: SignedPayload
    }

    private struct AppTransactionInfo: Encodable {
        var signedAppTransactionInfo: SignedPayload
    }

    private struct OrderAnswer: Encodable {
        var status: Int
        var signedTransactions: [SignedPayload]
    }

    private struct TokenRequest: Decodable {
        var appAccountToken: String
    }

    func transactionInfo(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let record = try await record(try request.parameter("id"), for: caller, includesDownloads: true)
        return try .apple(TransactionInfo(signedTransactionInfo: try await sign(record.transaction)))
    }

    func appTransactionInfo(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let customer = try await downloader(try request.parameter("id"), for: caller)
        guard let document = await engine.appTransaction(of: customer, app: caller.app) else {
            throw ServerAPIError.appTransactionNotFound
        }
        return try .apple(AppTransactionInfo(signedAppTransactionInfo: try signing.sign(document)))
    }

    /// The customer whom an id names; one who has only downloaded the app has no transaction that would name them.
    private func downloader(_ id: String, for caller: Caller) async throws -> CustomerID {
        do {
            return try await customer(id, for: caller)
        } catch let error as ServerAPIError where error == .transactionNotFound {
            guard let customer = await engine.customer(ofDownload: id, for: caller) else { throw error }
            return customer
        }
    }

    func orderLookup(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let order = try request.parameter("order")
        // The sandbox has no orders: nothing is ever found there.
        guard caller.environment == .production, let id = OrderNumber.transaction(of: order),
            let record = try? await record(id.rawValue, for: caller)
        else { return try .apple(OrderAnswer(status: 1, signedTransactions: [])) }
        return try .apple(OrderAnswer(status: 0, signedTransactions: [try await sign(record.transaction)]))
    }

    func setAppAccountToken(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let body = try? request.json(TokenRequest.self), let token = AppAccountToken(body.appAccountToken) else {
            throw ServerAPIError.invalidTokenUUID
        }
        let transaction = try await record(try request.parameter("id"), for: caller).transaction
        guard transaction.inAppOwnershipType != .familyShared else { throw ServerAPIError.familyNotSupported }
        try refuseAssigned(transaction)
        guard transaction.transactionId.rawValue == transaction.originalTransactionId.rawValue else {
            throw ServerAPIError.notOriginalTransactionID
        }
        do {
            _ = try await engine.perform(.setAppAccountToken(transaction.originalTransactionId, token))
        } catch is SimulatorError {
            throw ServerAPIError.originalTransactionNotFound
        }
        return HTTPResponse(status: .ok)
    }

    func finish(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let transaction = try await record(try request.parameter("id"), for: caller).transaction
        _ = try await engine.perform(.finish(transaction.transactionId))
        return HTTPResponse(status: .ok)
    }
}

extension HTTPResponse {
    /// An answer as Apple's servers write it.
    static func apple(_ value: some Encodable, status: HTTPStatus = .ok) throws -> HTTPResponse {
        .json(bytes: try AppStoreJSON.encode(value), status: status)
    }
}
