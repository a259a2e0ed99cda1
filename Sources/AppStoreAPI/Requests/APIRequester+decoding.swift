// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient

extension APIRequester {
    /// Sends a call and reads the answer's JSON.
    func document<Body: Decodable & Sendable>(
        _ call: Call,
        as type: Body.Type = Body.self
    ) async throws -> Document<
        Body
    > {
        let response = try await send(call)
        do {
            return try Document(decoding: response.body)
        } catch let error as DecodingError {
            throw AppStoreAPIError(
                code: .invalidAnswer,
                httpStatus: response.status,
                message: "Apple's answer to \(call.endpoint.name) could not be read: \(error.fieldDescription)"
            )
        }
    }

    /// Sends a call whose answer says nothing.
    func acknowledged(_ call: Call) async throws {
        _ = try await send(call)
    }
}

extension DecodingError {
    /// Which field it is about, without its value.
    var fieldDescription: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        var path = (context?.codingPath ?? []).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        if case .keyNotFound(let key, _) = self { path.append(key.stringValue) }
        return path.isEmpty ? "it is not JSON of that kind." : "the field \(path.joined(separator: ".")) is wrong."
    }
}
