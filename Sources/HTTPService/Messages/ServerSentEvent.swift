// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One message of a `text/event-stream` body.
///
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>
public struct ServerSentEvent: Hashable, Sendable {
    /// The event's name; browsers take "message" when it is absent.
    public var name: String?

    /// The id from which a browser resumes.
    public var id: String?

    /// The text; its line breaks are kept.
    public var data: String

    /// Makes an event.
    public init(name: String? = nil, id: String? = nil, data: String) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// A comment line, sent now and then so that a peer that has gone is noticed.
    public static let heartbeat = ":\n\n"

    /// The event as it goes over the wire.
    public var text: String {
        var lines: [String] = []
        if let name { lines.append("event: \(Self.oneLine(name))") }
        if let id { lines.append("id: \(Self.oneLine(id))") }
        lines += data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "data: \($0)" }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
