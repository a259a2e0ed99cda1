// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Requests over libcurl: HTTP/1.1 and, where the server offers it, HTTP/2; connections are kept and shared.
///
/// One thread of its own runs the transfers, so a slow server never holds a thread of Swift's pool.
public final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop
    private let configuration: CurlConfiguration

    /// Makes a transport and starts its thread.
    ///
    /// - Throws: An ``HTTPClientError`` when the library cannot be started.
    public init(configuration: CurlConfiguration = CurlConfiguration()) throws {
        self.configuration = configuration
        loop = try CurlLoop(maximumConnectionsPerHost: configuration.maximumConnectionsPerHost)
        loop.start()
    }

    deinit {
        loop.stop()
    }

    /// Sends a request and reads the answer whole.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is canceled.
    public func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try Task.checkCancellation()
        let transfer = try CurlTransfer(request, configuration: configuration)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.start(transfer, continuation)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }

    /// Ends the thread; requests in progress fail.
    public func shutdown() {
        loop.stop()
    }
}
