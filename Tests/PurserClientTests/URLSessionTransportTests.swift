// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import PurserClient
import StoreKitTest
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport of apps, over `URLSession` as the system has it.
///
/// All sessions of a process share a queue. A test that keeps it busy must not meet another one's requests: they would
/// block the threads on which this one lets go. So each has the turn at StoreKit, as every test with an app has.
@Suite(.serialized, .storeKit) struct URLSessionTransportTests {
    private static var request: PurserRequest {
        get throws { PurserRequest(method: "GET", url: try #require(URL(string: "held://server/v1/orders"))) }
    }

    private static func transport() -> URLSessionTransport {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [HeldProtocol.self]
        return URLSessionTransport(timeout: 30, configuration: configuration)
    }

    /// Whether something happens within ten seconds, on a thread that nothing here can hold up.
    private static func isDone(_ semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: semaphore.wait(timeout: .now() + 10) == .success)
            }
        }
    }

    @Test func `canceling a request does not wait for the session`() async throws {
        HeldProtocol.hold()
        let (transport, request, ended) = (Self.transport(), try Self.request, DispatchSemaphore(value: 0))
        let failure = Mutex<URLError.Code?>(nil)
        let task = Task.detached {
            do {
                _ = try await transport.send(request)
            } catch {
                failure.withLock { $0 = (error as? URLError)?.code }
            }
            ended.signal()
        }
        // The session's queue is now busy with the answer.
        try #require(await Self.isDone(HeldProtocol.begun))
        let canceled = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            task.cancel()
            canceled.signal()
        }
        let isFree = await Self.isDone(canceled)
        // The request ends while the session is still busy: its answer cannot come first.
        let hasEnded = await Self.isDone(ended)
        HeldProtocol.release()
        try #require(isFree, "canceling waits for the session, which waits to resume the task that is canceled")
        try #require(hasEnded, "the canceled request waits for the session")
        #expect(failure.withLock { $0 } == .cancelled)
    }

    @Test func `a task that was canceled before asks no one`() async throws {
        let (transport, request) = (Self.transport(), try Self.request)
        let task = Task.detached {
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(request)
        }
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `a request that is canceled while its answer arrives ends, and ends once`() async throws {
        let router = Router { $0.on(.get, "/v1/ping") { _ in .text("pong") } }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try server.start()
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port ?? 0)/v1/ping"))
        let transport = URLSessionTransport(timeout: 10)
        var outcomes: [String] = []
        for round in 0..<100 {
            let ended = DispatchSemaphore(value: 0)
            let task = Task.detached { () -> String in
                defer { ended.signal() }
                do {
                    let answer = try await transport.send(PurserRequest(method: "GET", url: url))
                    return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
                } catch {
                    return "\((error as? URLError)?.code.rawValue ?? 0)"
                }
            }
            for _ in 0..<round * 20 { await Task.yield() }
            Thread.detachNewThread { task.cancel() }
            try #require(await Self.isDone(ended), "request \(round) hangs")
            outcomes.append(await task.value)
        }
        let expected: Set = ["200 pong", "\(URLError.Code.cancelled.rawValue)"]
        #expect(Set(outcomes).isSubset(of: expected), "\(Set(outcomes))")
        await server.shutdown(within: .seconds(5))
    }

    @Test func `events arrive as the server writes them, and leaving the stream waits for no one`() async throws {
        let (writes, write) = AsyncStream.makeStream(of: String.self)
        let router = Router { router in
            router.on(.get, "/events") { _ in
                .events { writer in for await text in writes { try await writer.write(text) } }
            }
        }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try server.start()
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port ?? 0)/events"))
        let transport = URLSessionTransport(timeout: 10)
        let ended = DispatchSemaphore(value: 0)
        write.yield("one")
        let seen = Recorder<String>()
        let task = Task.detached {
            defer { ended.signal() }
            let stream = try await transport.open(PurserRequest(method: "GET", url: url))
            for try await piece in stream.body {
                seen.add(String(decoding: piece, as: UTF8.self))
                write.yield("two")
            }
        }
        while !seen.all.joined().hasPrefix("onetwo") { await Task.yield() }
        Thread.detachNewThread { task.cancel() }
        try #require(await Self.isDone(ended), "leaving the stream hangs")
        write.finish()
        await server.shutdown(within: .seconds(5))
    }

    @Test func `a stream that the server ends, ends, and one that cannot be opened throws`() async throws {
        let router = Router { router in
            router.on(.get, "/events") { _ in .events { try await $0.write(ServerSentEvent(data: "last")) } }
        }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try server.start()
        let address = "http://127.0.0.1:\(server.port ?? 0)"
        let transport = URLSessionTransport(timeout: 10)
        let stream = try await transport.open(
            PurserRequest(method: "GET", url: try #require(URL(string: address + "/events")))
        )
        #expect(stream.status == 200)
        #expect(stream.headers["content-type"] == "text/event-stream")
        var text = ""
        for try await piece in stream.body { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "data: last\n\n")
        let missing = try await transport.open(
            PurserRequest(method: "GET", url: try #require(URL(string: address + "/none")))
        )
        #expect(missing.status == 404)
        await server.shutdown(within: .seconds(5))
        await #expect(throws: (any Error).self) {
            try await transport.open(PurserRequest(method: "GET", url: try #require(URL(string: address + "/events"))))
        }
    }
}

/// A protocol whose answers keep the session's queue busy until the test lets them go.
private final class HeldProtocol: URLProtocol {
    static let begun = DispatchSemaphore(value: 0)
    private static let isHeld = Mutex(false)
    private static let gate = DispatchSemaphore(value: 0)

    static func hold() { isHeld.withLock { $0 = true } }

    static func release() {
        isHeld.withLock { $0 = false }
        gate.signal()
    }

    override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "held" }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { return }
        if Self.isHeld.withLock({ $0 }) {
            Self.begun.signal()
            Self.gate.wait()
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("late".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
