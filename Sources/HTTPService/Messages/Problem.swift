// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A failure that a client is notified of, in the form of RFC 9457.
///
/// <https://www.rfc-editor.org/rfc/rfc9457>
public struct Problem: Error, Hashable, Sendable {
    /// The status.
    public var status: HTTPStatus

    /// A word that programs match; the set is open.
    public var code: String?

    /// What the kind of problem is called; the status's phrase when nothing else is said.
    public var title: String

    /// What failed this time and what to do; never a token, a key or signed data.
    public var detail: String?

    /// Further members of the JSON object.
    public var members: [String: String]

    /// Header fields that go with the answer, such as `Retry-After`.
    public var headers: HTTPHeaders

    /// Makes a problem.
    public init(
        _ status: HTTPStatus,
        code: String? = nil,
        title: String? = nil,
        detail: String? = nil,
        members: [String: String] = [:],
        headers: HTTPHeaders = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title ?? status.phrase
        self.detail = detail
        self.members = members
        self.headers = headers
    }

    /// The body of the answer.
    public var json: Data {
        let object = Body(status: status.rawValue, code: code, title: title, detail: detail, members: members)
        // Strings and an integer always encode; the fallback keeps the answer well formed without a trap.
        return (try? HTTPResponse.encode(object)) ?? Data(#"{"status":\#(status.rawValue)}"#.utf8)
    }

    private struct Body: Encodable {
        var status: Int
        var code: String?
        var title: String
        var detail: String?
        var members: [String: String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in members { try container.encode(value, forKey: Key(name)) }
            try container.encode("about:blank", forKey: Key("type"))
            try container.encode(status, forKey: Key("status"))
            try container.encode(title, forKey: Key("title"))
            try container.encodeIfPresent(code, forKey: Key("code"))
            try container.encodeIfPresent(detail, forKey: Key("detail"))
        }
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

/// An error that knows how it is reported to a client.
public protocol ProblemConvertible: Error {
    /// What is sent to the client.
    var problem: Problem { get }
}
