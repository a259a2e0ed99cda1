// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ServerAPIRoutes {
    private struct TransactionInfo: Encodable {
        var signedTransactionInfo: SignedPayload
    }

    func transactionInfo(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let record = try await record(try request.parameter("id"), for: caller)
        return try .apple(TransactionInfo(signedTransactionInfo: try await sign(record.transaction)))
    }
}

extension HTTPResponse {
    /// An answer as Apple's servers write it.
    static func apple(_ value: some Encodable, status: HTTPStatus = .ok) throws -> HTTPResponse {
        .json(bytes: try AppStoreJSON.encode(value), status: status)
    }
}
