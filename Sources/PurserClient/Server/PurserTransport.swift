// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends a request to the team's server and brings its answer.
public protocol PurserTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, whatever its status.
    /// - Throws: An error when there is no answer.
    func send(_ request: PurserRequest) async throws -> PurserResponse

    /// Opens a response that the server continues to write, for ``Purser/startLiveUpdates()``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response as soon as it begins, whatever its status.
    /// - Throws: An error when there is none. A transport that has no such method throws `URLError.unsupportedURL`.
    func open(_ request: PurserRequest) async throws -> PurserStream
}

extension PurserTransport {
    /// Throws `URLError.unsupportedURL`: there are no live updates over this transport.
    public func open(_ request: PurserRequest) async throws -> PurserStream { throw URLError(.unsupportedURL) }
}

/// A request to the team's server.
public struct PurserRequest: Hashable, Sendable {
    /// The method, such as GET.
    public var method: String

    /// Where it goes.
    public var url: URL

    /// Its header fields.
    public var headers: [String: String]

    /// Its body.
    public var body: Data?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: The method, such as GET.
    ///   - url: Where it goes.
    ///   - headers: Its header fields.
    ///   - body: Its body.
    public init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The server's answer.
public struct PurserResponse: Hashable, Sendable {
    /// The status, such as 200.
    public var status: Int

    /// The header fields, their names in small letters.
    public var headers: [String: String]

    /// The body.
    public var body: Data

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields, their names in small letters.
    ///   - body: The body.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends requests with `URLSession`.
///
/// Canceling the calling task ends ``send(_:)`` at once with `URLError.cancelled`. It never waits for the session: the
/// async methods of `URLSession` on Linux do, while they hold the task's lock, and the process then hangs forever.
public struct URLSessionTransport: PurserTransport {
    private let session: LazyValue<URLSession>
    private let timeout: TimeInterval
    private let streams: LazyValue<URLSessionConfiguration>
    private let cancellations = DispatchQueue(label: "PurserClient.SessionTransport.cancellations")

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - timeout: How long the server may be silent, in seconds. The whole answer may take four times as long.
    ///   - configuration: The session's configuration, for example with a proxy (default: ephemeral, without cookies
    ///     and cache). Its timeouts are replaced by `timeout`.
    public init(timeout: TimeInterval = 30, configuration: URLSessionConfiguration? = nil) {
        // The caller may change theirs afterwards, which must have no effect here.
        let settings = configuration?.copy() as? URLSessionConfiguration
        self.timeout = timeout
        session = LazyValue { URLSession(configuration: Self.copy(settings, silence: timeout, length: 4 * timeout)) }
        streams = LazyValue { Self.copy(settings, silence: Self.maximumSilence, length: Self.maximumStreamLength) }
    }

    private static func copy(
        _ settings: URLSessionConfiguration?,
        silence: TimeInterval,
        length: TimeInterval
    ) -> URLSessionConfiguration {
        let copy = settings?.copy() as? URLSessionConfiguration ?? .ephemeral
        copy.timeoutIntervalForRequest = silence
        copy.timeoutIntervalForResource = length
        return copy
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: `URLError` when there is none, also because the task was canceled.
    public func send(_ request: PurserRequest) async throws -> PurserResponse {
        let (body, response) = try await data(for: Self.message(request, timeout: timeout))
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return PurserResponse(status: response.statusCode, headers: Self.fields(of: response), body: body)
    }

    /// Opens a response that the server continues to write.
    ///
    /// The server writes every 15 seconds; a minute of silence ends the stream.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `URLError` when there is none, also because the task was canceled.
    public func open(_ request: PurserRequest) async throws -> PurserStream {
        try await SessionStream().open(Self.message(request, timeout: Self.maximumSilence), streams.value)
    }

    private static let maximumSilence: TimeInterval = 60
    private static let maximumStreamLength: TimeInterval = 2 * 3600

    private static func message(_ request: PurserRequest, timeout: TimeInterval) -> URLRequest {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        message.timeoutInterval = timeout
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        return message
    }

    /// The header fields, their names in small letters.
    static func fields(of response: HTTPURLResponse) -> [String: String] {
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
        return headers
    }

    private func data(for message: URLRequest) async throws -> (Data, URLResponse) {
        let exchange = SessionExchange()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(message, in: session.value, continuation)
            }
        } onCancel: {
            // This runs under the task's lock, which resuming the task needs as well, so here nothing may wait for
            // anybody.
            cancellations.async { exchange.cancel() }
        }
    }
}

/// One request of a session: its answer or its cancellation, whichever comes first, resumes the caller once.
private final class SessionExchange: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

    // Everything is touched only while the lock is held, and no one is resumed or asked for anything while it is.
    private let lock = NSLock()
    private var continuation: Continuation?
    private var task: URLSessionTask?
    private var isCancelled = false

    func start(_ message: URLRequest, in session: URLSession, _ continuation: Continuation) {
        let isCancelled = lock.withLock {
            if !self.isCancelled { self.continuation = continuation }
            return self.isCancelled
        }
        guard !isCancelled else { return continuation.resume(throwing: URLError(.cancelled)) }
        let task = session.dataTask(with: message) { data, response, error in
            if let data, let response, error == nil {
                self.end()?.resume(returning: (data, response))
            } else {
                self.end()?.resume(throwing: error ?? URLError(.badServerResponse))
            }
        }
        task.resume()
        let isLate = lock.withLock {
            if self.continuation != nil { self.task = task }
            return self.isCancelled
        }
        if isLate { Self.stop(task) }
    }

    func cancel() {
        let task = lock.withLock {
            isCancelled = true
            return self.task
        }
        // The caller first: the session may be busy when it is notified.
        end()?.resume(throwing: URLError(.cancelled))
        if let task { Self.stop(task) }
    }

    /// Stops the transfer where that is safe.
    ///
    /// On Linux a task that ends while it is canceled ends the process ("a task that is not in the registry"), so
    /// there the transfer ends with its answer or its timeout, and no one waits for it.
    private static func stop(_ task: URLSessionTask) {
        #if !canImport(FoundationNetworking)
        task.cancel()
        #endif
    }

    /// Takes the caller who waits, if no one has resumed them yet.
    private func end() -> Continuation? {
        lock.withLock {
            defer { (continuation, task) = (nil, nil) }
            return continuation
        }
    }
}
