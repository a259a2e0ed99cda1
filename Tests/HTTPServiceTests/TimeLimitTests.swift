// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@Suite struct TimeLimitTests {
    private var hurried: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.headerTimeout = .milliseconds(300)
        configuration.bodyTimeout = .milliseconds(300)
        configuration.idleTimeout = .milliseconds(300)
        return configuration
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1\r\nHost: localhost\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf",
        ]
    )
    func `a request that does not arrive in time is answered 408 and cut`(text: String) async throws {
        try await withServer(configuration: hurried) { router in
            router.on(.post, "/") { _ in .text("taken") }
        } _: { _, server in
            let connection = try RawConnection(port: server.port ?? 0)
            try connection.send(text)
            let answer = await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(answer.contains("application/problem+json"))
        }
    }

    @Test func `a body that comes slowly takes nothing of its handler's time`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.handlerTimeout = .seconds(2)
        try await withServer(configuration: configuration) { router in
            router.on(.post, "/") { _ in
                // The limits are kept four times a second: it waits until they have been looked at.
                try await Task.sleep(for: .milliseconds(400))
                return .text("taken")
            }
        } _: { _, server in
            let connection = try RawConnection(port: server.port ?? 0)
            try connection.send("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\n")
            try await Task.sleep(for: .milliseconds(2300))
            try connection.send("body")
            #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `a connection that stays idle is closed without a word`() async throws {
        try await withServer(configuration: hurried) { router in
            router.on(.get, "/") { _ in .text("hello") }
        } _: { _, server in
            let silent = try RawConnection(port: server.port ?? 0)
            #expect(await silent.readToEnd() == "")
            let once = try RawConnection(port: server.port ?? 0)
            try once.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = await once.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test func `requests that follow one another on a connection are answered in order`() async throws {
        try await withServer(configuration: hurried) { router in
            router.on(.get, "/{number}") { request in
                await Task.yield()
                return .text("<\(try request.parameter("number"))>")
            }
        } _: { _, server in
            let connection = try RawConnection(port: server.port ?? 0)
            try connection.send((1...20).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
            let answer = await connection.readToEnd()
            let seen = answer.split(separator: "<").dropFirst().compactMap { $0.split(separator: ">").first }
            #expect(seen.map(String.init) == (1...20).map(String.init))
        }
    }

    @Test(arguments: ["nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n"])
    func `what is not HTTP does no harm`(text: String) async throws {
        try await withServer(configuration: hurried) { router in
            router.on(.get, "/") { _ in .text("hello") }
        } _: { client, server in
            let connection = try RawConnection(port: server.port ?? 0)
            try connection.send(text)
            _ = await connection.readToEnd()
            #expect(try await client.send("GET", "/").status == 200)
        }
    }
}
