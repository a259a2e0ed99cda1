// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A response that the server continues to write: its body is read as it comes.
public struct PurserStream: Sendable {
    /// The status, such as 200.
    public var status: Int

    /// The header fields, their names in small letters.
    public var headers: [String: String]

    /// The body, piece by piece; it throws when the connection breaks.
    public var body: AsyncThrowingStream<Data, any Error>

    /// Makes a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields, their names in small letters.
    ///   - body: The body.
    public init(status: Int, headers: [String: String] = [:], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Reads the names of server-sent events from the pieces of a response.
///
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>
struct ServerEventParser {
    /// More than this without the end of a line is not such a stream.
    static let maximumLine = 8192

    private var line: [UInt8] = []
    private var name = ""
    private var hasData = false

    /// Reads a piece.
    ///
    /// - Parameter piece: The next bytes.
    /// - Returns: The names of the events that it completes.
    /// - Throws: `URLError` when it is not a stream of events.
    mutating func read(_ piece: Data) throws -> [String] {
        var names: [String] = []
        for byte in piece {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.maximumLine else { throw URLError(.cannotParseResponse) }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let name = endLine() { names.append(name) }
        }
        return names
    }

    /// Ends a line; an empty one ends an event.
    private mutating func endLine() -> String? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        guard !text.isEmpty else {
            defer { (name, hasData) = ("", false) }
            return hasData ? (name.isEmpty ? "message" : name) : nil
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.hasPrefix(" ") { value = value.dropFirst() }
        switch parts[0] {
        case "event": name = String(value)
        case "data": hasData = true
        default: break
        }
        return nil
    }
}
