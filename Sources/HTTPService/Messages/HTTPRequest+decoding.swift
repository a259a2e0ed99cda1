// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension HTTPRequest {
    /// Decodes the body from JSON; instants are milliseconds since 1970.
    ///
    /// - Throws: A ``Problem`` of status 400 that names the field, or of status 415 when the body is of another type.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        if let mediaType, mediaType != "application/json", !mediaType.hasSuffix("+json") {
            throw Problem(.unsupportedMediaType, detail: "Send the body as application/json, not \(mediaType).")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        do {
            return try decoder.decode(type, from: body)
        } catch let error as DecodingError {
            throw Problem(.badRequest, code: "invalid-body", detail: Self.explanation(of: error))
        }
    }

    /// The body's names and values when it is a form.
    ///
    /// - Throws: A ``Problem`` of status 415 when the body is of another type.
    public func form() throws -> HTTPQuery {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw Problem(.unsupportedMediaType, detail: "Send the body as application/x-www-form-urlencoded.")
        }
        return HTTPQuery(rawValue: String(decoding: body, as: UTF8.self))
    }

    /// What a person needs to fix the body: where it is wrong, never what it holds.
    static func explanation(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "The field \(path(context.codingPath + [key])) is missing."
        case .typeMismatch(let type, let context):
            "The field \(path(context.codingPath)) is not a \(type)."
        case .valueNotFound(_, let context):
            "The field \(path(context.codingPath)) is null."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The body is not JSON." : "The field \(path(context.codingPath)) has a value that is not allowed."
        @unknown default:
            "The body does not have the form that was expected."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty
            ? "(the whole body)"
            : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
                .joined(separator: ".")
    }
}
