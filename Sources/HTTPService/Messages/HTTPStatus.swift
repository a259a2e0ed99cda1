// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A response's status code.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#section-15>
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The three digits.
    public let rawValue: Int

    /// Takes a code.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Takes a code from a literal.
    public init(integerLiteral value: Int) {
        self.init(rawValue: value)
    }

    /// The code with its phrase.
    public var description: String { "\(rawValue) \(phrase)" }

    /// The words that go with the code, or "Status" for one that is not registered here.
    public var phrase: String { Self.phrases[rawValue] ?? "Status" }

    /// Whether the code says that the request was understood and accepted.
    public var isSuccess: Bool { (200..<300).contains(rawValue) }

    /// 200.
    public static let ok: HTTPStatus = 200
    /// 201.
    public static let created: HTTPStatus = 201
    /// 202.
    public static let accepted: HTTPStatus = 202
    /// 204.
    public static let noContent: HTTPStatus = 204
    /// 303.
    public static let seeOther: HTTPStatus = 303
    /// 304.
    public static let notModified: HTTPStatus = 304
    /// 400.
    public static let badRequest: HTTPStatus = 400
    /// 401.
    public static let unauthorized: HTTPStatus = 401
    /// 403.
    public static let forbidden: HTTPStatus = 403
    /// 404.
    public static let notFound: HTTPStatus = 404
    /// 405.
    public static let methodNotAllowed: HTTPStatus = 405
    /// 408.
    public static let requestTimeout: HTTPStatus = 408
    /// 409.
    public static let conflict: HTTPStatus = 409
    /// 413.
    public static let contentTooLarge: HTTPStatus = 413
    /// 415.
    public static let unsupportedMediaType: HTTPStatus = 415
    /// 422.
    public static let unprocessableContent: HTTPStatus = 422
    /// 429.
    public static let tooManyRequests: HTTPStatus = 429
    /// 431.
    public static let headerFieldsTooLarge: HTTPStatus = 431
    /// 500.
    public static let internalServerError: HTTPStatus = 500
    /// 503.
    public static let serviceUnavailable: HTTPStatus = 503

    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 422: "Unprocessable Content",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 507: "Insufficient Storage",
    ]
}
