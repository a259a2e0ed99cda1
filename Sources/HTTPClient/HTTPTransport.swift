// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Carries requests to other servers: the network, or what a test puts in its place.
public protocol HTTPTransport: Sendable {
    /// Sends a request and reads the answer whole.
    ///
    /// An answer of any status is an answer; only what prevents one is an error.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is canceled.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse
}
