// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Where a streaming response writes.
///
/// A write waits while the peer is slow, so a stream never holds more than its bound in memory.
public struct HTTPBodyWriter: Sendable {
    private let send: @Sendable (Data) async throws -> Void

    /// Makes a writer over a closure that takes bytes and waits while there is no room.
    public init(_ send: @escaping @Sendable (Data) async throws -> Void) {
        self.send = send
    }

    /// Writes bytes.
    ///
    /// - Throws: A `CancellationError` when the peer has gone or the server stops.
    public func write(_ bytes: Data) async throws {
        guard !bytes.isEmpty else { return }
        try await send(bytes)
    }

    /// Writes a text as UTF-8.
    ///
    /// - Throws: A `CancellationError` when the peer has gone or the server stops.
    public func write(_ text: String) async throws {
        try await write(Data(text.utf8))
    }

    /// Writes a server-sent event.
    ///
    /// - Throws: A `CancellationError` when the peer has gone or the server stops.
    public func write(_ event: ServerSentEvent) async throws {
        try await write(event.text)
    }
}
