// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService
import Synchronization
import Testing

@Suite struct HTTPServerTests {
    @Test func `a request arrives whole and its answer too`() async throws {
        try await withServer { router in
            router.on(.post, "/echo/{name}") { request in
                HTTPResponse(
                    status: .created,
                    headers: ["X-Name": try request.parameter("name"), "X-Query": request.query["q"] ?? ""],
                    body: .bytes(request.body)
                )
            }
        } _: { client, _ in
            let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let answer = try await client.send("POST", "/echo/a%2Fb?q=%26", body: body)
            #expect(answer.status == 201)
            #expect(answer.header("x-name") == "a/b")
            #expect(answer.header("x-query") == "&")
            #expect(answer.body == body)
        }
    }

    @Test func `a handler may wait, and others are served meanwhile`() async throws {
        let gate = Gate()
        try await withServer { router in
            router.on(.get, "/slow") { _ in
                await gate.wait()
                return .text("slow")
            }
            router.on(.get, "/open") { _ in
                await gate.open()
                return .text("open")
            }
        } _: { client, _ in
            async let slow = (0..<20).concurrentMap { _ in try await client.send("GET", "/slow").text }
            #expect(try await client.send("GET", "/open").text == "open")
            let answers = try await slow
            #expect(answers == Array(repeating: "slow", count: 20))
        }
    }

    @Test func `a body beyond the limit is answered 413, announced or not`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumBodyBytes = 1000
        try await withServer(configuration: configuration) { router in
            router.on(.post, "/") { _ in .text("taken") }
        } _: { client, _ in
            let fits = try await client.send("POST", "/", body: Data(count: 1000))
            #expect(fits.status == 200)
            let announced = try await client.send("POST", "/", body: Data(count: 1001))
            #expect(announced.status == 413)
            let chunked = try await client.send(
                "POST",
                "/",
                headers: [("Transfer-Encoding", "chunked")],
                body: Data(count: 1500)
            )
            #expect(chunked.status == 413)
            #expect(chunked.header("content-type") == "application/problem+json")
        }
    }

    @Test func `a client that sends all of a refused body first can still read the response`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumBodyBytes = 1000
        configuration.maximumDiscardedBytes = 8 << 20
        try await withServer(configuration: configuration) { router in
            router.on(.post, "/") { _ in .text("taken") }
        } _: { _, server in
            for count in [1001, 4_000_000, 8 << 20] {
                let connection = try RawConnection(port: server.port ?? 0)
                try connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
                for start in stride(from: 0, to: count, by: 100_000) {
                    try connection.send([UInt8](repeating: 0, count: min(100_000, count - start)))
                }
                let answer = await connection.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"), "\(count): \(answer)")
                #expect(answer.contains(#""code":"body-too-large""#))
            }
            // A client that asks first gets the response at once, and so does one that announces too much.
            for fields in ["Content-Length: 4000000\r\nExpect: 100-continue", "Content-Length: \((8 << 20) + 1)"] {
                let connection = try RawConnection(port: server.port ?? 0)
                try connection.send("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n")
                #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
            }
        }
    }

    @Test func `header fields beyond the limit are answered 431`() async throws {
        try await withServer { router in
            router.on(.get, "/") { _ in .text("taken") }
        } _: { client, _ in
            let some = try await client.send(
                "GET",
                "/",
                headers: [("X-Long", String(repeating: "a", count: 17 << 10))]
            )
            #expect(some.status == 431)
            #expect(some.header("content-type") == "application/problem+json")
            let many = try await client.send(
                "GET",
                "/",
                headers: [("X-Long", String(repeating: "a", count: 90 << 10))]
            )
            #expect(many.status == 431)
            #expect(many.header("content-type") == nil)
        }
    }

    @Test func `an address beyond the limit is a 431 with its code, and a 414 where it cannot be read`() async throws {
        try await withServer { router in
            router.on(.get, "/") { _ in .text("taken") }
        } _: { client, _ in
            let long = try await client.send("GET", "/?text=" + String(repeating: "a", count: 17 << 10))
            #expect(long.status == 431)
            #expect(long.header("content-type") == "application/problem+json")
            #expect(String(decoding: long.body, as: UTF8.self).contains(#""code":"header-fields-too-large""#))
            let longer = try await client.send("GET", "/?text=" + String(repeating: "a", count: 90 << 10))
            #expect(longer.status == 414)
            #expect(longer.header("content-type") == nil)
        }
    }

    @Test func `more requests than are taken at once are answered 503 with Retry-After`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumRequestsInFlight = 2
        let gate = Gate()
        try await withServer(configuration: configuration) { router in
            router.on(.get, "/") { _ in
                await gate.arrive()
                await gate.wait()
                return .text("done")
            }
        } _: { client, _ in
            async let first = client.send("GET", "/")
            async let second = client.send("GET", "/")
            await gate.waitForArrivals(2)
            let third = try await client.send("GET", "/")
            #expect(third.status == 503)
            #expect(third.header("retry-after") == "1")
            await gate.open()
            let statuses = try await [first.status, second.status]
            #expect(statuses == [200, 200])
        }
    }

    @Test func `a stream of events does not count among the requests in progress`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumRequestsInFlight = 1
        let gate = Gate()
        try await withServer(configuration: configuration) { router in
            router.on(.get, "/") { _ in .text("done") }
            router.on(.get, "/events") { _ in
                .events { writer in
                    await gate.arrive()
                    await gate.wait()
                    try await writer.write(ServerSentEvent(data: "last"))
                }
            }
        } _: { client, _ in
            async let events = client.send("GET", "/events")
            await gate.waitForArrivals(1)
            #expect(try await client.send("GET", "/").status == 200)
            #expect(try await client.send("GET", "/").status == 200)
            await gate.open()
            let last = try await events
            #expect(last.text == "data: last\n\n")
        }
    }

    @Test func `a handler that takes too long is canceled and answered 503`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.handlerTimeout = .milliseconds(300)
        let wasCanceled = Gate()
        try await withServer(configuration: configuration) { router in
            router.on(.get, "/") { _ in
                do { try await Task.sleep(for: .seconds(600)) } catch { await wasCanceled.open() }
                return .text("late")
            }
        } _: { client, _ in
            let answer = try await client.send("GET", "/")
            #expect(answer.status == 503)
            await wasCanceled.wait()
        }
    }

    @Test func `shutting down finishes what is in progress and refuses what is new`() async throws {
        let gate = Gate()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(),
            router: Router { router in
                router.on(.get, "/") { _ in
                    await gate.arrive()
                    await gate.wait()
                    return .text("finished")
                }
            }
        )
        try server.start()
        let client = LiveClient(transport: try CurlTransport(), base: "http://127.0.0.1:\(server.port ?? 0)")
        async let answer = client.send("GET", "/")
        await gate.waitForArrivals(1)
        async let down: Void = server.shutdown(within: .seconds(20))
        await gate.open()
        let text = try await answer.text
        #expect(text == "finished")
        await down
        let error = await #expect(throws: HTTPClientError.self) { try await client.send("GET", "/") }
        #expect(error?.code == .cannotConnect)
    }

    @Test func `shutting down answers 503 for what does not finish in time`() async throws {
        let gate = Gate()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(),
            router: Router { router in
                router.on(.get, "/") { _ in
                    await gate.arrive()
                    try await Task.sleep(for: .seconds(600))
                    return .text("never")
                }
            }
        )
        try server.start()
        let client = LiveClient(transport: try CurlTransport(), base: "http://127.0.0.1:\(server.port ?? 0)")
        async let answer = client.send("GET", "/")
        await gate.waitForArrivals(1)
        await server.shutdown(within: .milliseconds(50))
        let status = try await answer.status
        #expect(status == 503)
    }

    @Test func `a stream arrives in parts and ends`() async throws {
        try await withServer { router in
            router.on(.get, "/events") { _ in
                .events { writer in
                    for number in 1...1000 { try await writer.write(ServerSentEvent(data: "\(number)")) }
                }
            }
            router.on(.get, "/large") { _ in
                HTTPResponse(
                    body: .stream { writer in
                        for number in 0..<64 {
                            try await writer.write(Data(repeating: UInt8(number), count: 50_000))
                        }
                    }
                )
            }
        } _: { client, _ in
            let events = try await client.send("GET", "/events")
            #expect(events.header("content-type") == "text/event-stream")
            #expect(events.text == (1...1000).map { "data: \($0)\n\n" }.joined())
            let large = try await client.send("GET", "/large")
            #expect(large.body == Data((0..<64).flatMap { Data(repeating: UInt8($0), count: 50_000) }))
        }
    }

    @Test func `a stream that fails is seen to be cut`() async throws {
        try await withServer { router in
            router.on(.get, "/") { _ in
                HTTPResponse(
                    body: .stream { writer in
                        try await writer.write("half")
                        throw Problem(.internalServerError)
                    }
                )
            }
        } _: { client, _ in
            let error = await #expect(throws: HTTPClientError.self) { try await client.send("GET", "/") }
            #expect(error?.code == .prematureClose || error?.code == .noResponse)
        }
    }

    @Test func `the access log has one line per request with its id`() async throws {
        var configuration = HTTPServerConfiguration()
        let entries = Mutex<[AccessLogEntry]>([])
        try await withServer(
            configuration: {
                configuration.accessLog = { entry in entries.withLock { $0.append(entry) } }
                return configuration
            }()
        ) { router in
            router.on(.post, "/a") { _ in .text("b") }
        } _: { client, _ in
            let answer = try await client.send(
                "POST",
                "/a?secret=1",
                headers: [("X-Request-ID", "mine-7")],
                body: Data("12345".utf8)
            )
            #expect(answer.header("x-request-id") == "mine-7")
            _ = try await client.send("GET", "/nothing", headers: [("X-Request-ID", "not\u{7}plain")])
        }
        let log = entries.withLock { $0 }
        #expect(log.map(\.status) == [200, 404])
        #expect(log.first?.requestID == "mine-7")
        #expect(log.first?.path == "/a")
        #expect(log.first?.bytesReceived == 5)
        #expect(log.first?.remoteAddress == "127.0.0.1")
        #expect(log.last?.requestID != "not\u{7}plain")
        #expect(log.map(\.isComplete) == [true, true])
    }

    @Test func `a taken port is refused with a reason`() async throws {
        try await withServer { _ in
        } _: { _, server in
            let second = HTTPServer(
                configuration: HTTPServerConfiguration(port: server.port ?? 0),
                router: Router()
            )
            let error = #expect(throws: HTTPServerError.self) { try second.start() }
            #expect(error?.code == .cannotListen)
        }
    }

    @Test func `a header field that would break the answer is not sent`() async throws {
        try await withServer { router in
            router.on(.get, "/") { _ in HTTPResponse(headers: ["X-A": "b\r\nX-C: d"]) }
            router.on(.get, "/empty") { _ in HTTPResponse(headers: ["X-A": ""]) }
        } _: { client, _ in
            let broken = try await client.send("GET", "/")
            #expect(broken.status == 500)
            #expect(broken.header("x-c") == nil)
            let empty = try await client.send("GET", "/empty")
            #expect(empty.status == 200)
        }
    }

    @Test func `connections beyond the limit wait until one closes`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 2
        try await withServer(configuration: configuration) { router in
            router.on(.get, "/") { _ in .text("served") }
        } _: { _, server in
            var held: [RawConnection] = []
            for _ in 0..<2 { held.append(try RawConnection(port: server.port ?? 0)) }
            for connection in held { try connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") }
            let third = try RawConnection(port: server.port ?? 0)
            try third.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(await third.readToEnd().hasSuffix("served"))
            for connection in held { #expect(await connection.readToEnd().hasSuffix("served")) }
        }
    }
}
