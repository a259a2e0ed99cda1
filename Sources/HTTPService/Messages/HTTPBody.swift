// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a response carries.
public enum HTTPBody: Sendable {
    /// Bytes that are all there.
    case bytes(Data)

    /// A regular file, sent by the kernel.
    case file(path: String, size: Int)

    /// Bytes that a task writes as they come; the response ends when the closure returns.
    ///
    /// When it throws, the connection is cut so that the peer does not take the part for the whole.
    case stream(@Sendable (_ writer: HTTPBodyWriter) async throws -> Void)

    /// No bytes.
    public static var empty: HTTPBody { .bytes(Data()) }
}
