// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@Suite struct CurlTransportTests {
    private func withServer(
        _ build: (inout Router) -> Void,
        _ body: (_ base: String, _ port: UInt16) async throws -> Void
    ) async throws {
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: Router(build))
        try server.start()
        let port = server.port ?? 0
        do { try await body("http://127.0.0.1:\(port)", port) } catch {
            await server.shutdown(within: .zero)
            throw error
        }
        await server.shutdown(within: .zero)
    }

    private func code(_ request: HTTPClientRequest, _ transport: CurlTransport) async -> HTTPClientError.Code? {
        let error = await #expect(throws: HTTPClientError.self) { try await transport.send(request) }
        return error?.code
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"])
    func `every method arrives with its body and header fields`(method: String) async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(HTTPMethod(rawValue: method), "/echo") { request in
                HTTPResponse(
                    headers: [
                        "X-Method": request.method.rawValue, "X-Type": request.headers["content-type"] ?? "none",
                        "X-Empty": "<\(request.headers["x-nothing"] ?? "missing")>", "X-Count": "\(request.body.count)",
                    ],
                    body: .bytes(request.body)
                )
            }
        } _: { base, _ in
            let body = method == "GET" || method == "HEAD" ? nil : Data(count: 100_000)
            let answer = try await transport.send(
                HTTPClientRequest(method, base + "/echo", headers: [("X-Nothing", "")], body: body)
            )
            #expect(answer.status == 200)
            #expect(answer.header("x-method") == method)
            #expect(answer.header("x-type") == "none")
            #expect(answer.header("x-empty") == "<>")
            #expect(answer.header("x-count") == "\(body?.count ?? 0)")
            #expect(answer.body == body ?? Data())
        }
    }

    @Test func `a request goes to the address it names, whatever the host's name means`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/host") { .text($0.host ?? "") }
        } _: { _, port in
            var request = HTTPClientRequest("GET", "http://name.invalid:\(port)/host")
            request.address = "127.0.0.1"
            let reached = try await transport.send(request)
            #expect(reached.text == "name.invalid")
            request.address = nil
            let unreached = await code(request, transport)
            #expect(unreached == .cannotResolve)
        }
    }

    @Test func `an answer of any status is an answer`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/") { _ in throw Problem(.serviceUnavailable) }
        } _: { base, _ in
            let answer = try await transport.send(HTTPClientRequest("GET", base + "/"))
            #expect(answer.status == 503)
        }
    }

    @Test func `redirects are followed only when asked, and not permanently`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/from") { _ in .redirect(to: "/to") }
            router.on(.get, "/to") { _ in .text("there") }
            router.on(.get, "/circle") { _ in .redirect(to: "/circle") }
        } _: { base, _ in
            let unfollowed = try await transport.send(HTTPClientRequest("GET", base + "/from"))
            #expect(unfollowed.status == 303)
            let followed = try await transport.send(HTTPClientRequest("GET", base + "/from", maximumRedirects: 3))
            #expect(followed.text == "there")
            #expect(followed.header("location") == nil)
            let circle = HTTPClientRequest("GET", base + "/circle", maximumRedirects: 3)
            #expect(await code(circle, transport) == .tooManyRedirects)
        }
    }

    @Test func `an answer that takes too long is a timeout`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/") { _ in
                try await Task.sleep(for: .seconds(600))
                return .text("late")
            }
        } _: { base, _ in
            let request = HTTPClientRequest("GET", base + "/?secret=1", timeout: .milliseconds(100))
            let error = await #expect(throws: HTTPClientError.self) { try await transport.send(request) }
            #expect(error?.code == .timedOut)
            #expect(error?.message.contains("secret") == false)
        }
    }

    @Test func `an answer beyond the limit is refused`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/") { _ in HTTPResponse(body: .bytes(Data(count: 1001))) }
        } _: { base, _ in
            #expect(
                await code(HTTPClientRequest("GET", base + "/", maximumResponseBytes: 1000), transport) == .tooLarge
            )
            let fits = try await transport.send(HTTPClientRequest("GET", base + "/", maximumResponseBytes: 1001))
            #expect(fits.body.count == 1001)
        }
    }

    @Test(
        arguments: [
            ("", .noResponse),
            ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", .prematureClose),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha", .prematureClose),
            ("this is not HTTP\r\n\r\n", .invalidResponse),
        ] as [(String, HTTPClientError.Code)]
    )
    func `a broken answer is recognized`(text: String, expected: HTTPClientError.Code) async throws {
        let server = try RawServer(answering: text)
        let transport = try CurlTransport()
        #expect(await code(HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"), transport) == expected)
    }

    @Test(arguments: [true, false])
    func `what must not come twice is not sent again when a kept connection ends`(mayBeRepeated: Bool) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try RawServer(answering: answer, keepsFirst: true)
        let transport = try CurlTransport()
        let url = "http://127.0.0.1:\(server.port)/"
        #expect(try await transport.send(HTTPClientRequest("GET", url)).status == 200)
        var request = HTTPClientRequest("PUT", url, body: Data("{}".utf8))
        request.mayBeRepeated = mayBeRepeated
        #expect(try await transport.send(request).status == 200)
        // The kept connection: what was read from it, and sent again over a new one. Otherwise the new one alone.
        #expect(server.requests == (mayBeRepeated ? 3 : 2))
    }

    @Test func `a port where nothing listens cannot be connected to`() async throws {
        let transport = try CurlTransport()
        #expect(await code(HTTPClientRequest("GET", "http://127.0.0.1:1/"), transport) == .cannotConnect)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "not a url", "http://a b/", "http://x/\r\nHost: y"])
    func `a URL that is none of ours is refused`(url: String) async throws {
        let transport = try CurlTransport()
        #expect(await code(HTTPClientRequest("GET", url), transport) == .invalidRequest)
    }

    @Test func `a line break in a header field is refused`() async throws {
        let transport = try CurlTransport()
        let request = HTTPClientRequest("GET", "http://127.0.0.1:1/", headers: [("X-A", "b\r\nX-C: d")])
        #expect(await code(request, transport) == .invalidRequest)
    }

    @Test func `a host can be sent to another address`() async throws {
        try await withServer { router in
            router.on(.get, "/") { .text($0.host ?? "") }
        } _: { _, port in
            let transport = try CurlTransport(
                configuration: CurlConfiguration(resolve: [
                    .init(host: "api.storekit.apple.com", port: port, address: "127.0.0.1")
                ])
            )
            let answer = try await transport.send(HTTPClientRequest("GET", "http://api.storekit.apple.com:\(port)/"))
            #expect(answer.text == "api.storekit.apple.com")
        }
    }

    @Test func `a canceled task ends its request`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/") { _ in
                try await Task.sleep(for: .seconds(600))
                return .text("late")
            }
        } _: { base, _ in
            let task = Task { try await transport.send(HTTPClientRequest("GET", base + "/")) }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `after it was shut down a transport refuses`() async throws {
        let transport = try CurlTransport()
        transport.shutdown()
        #expect(await code(HTTPClientRequest("GET", "http://127.0.0.1:1/"), transport) == .shutDown)
    }

    @Test func `many requests at once all get their own answer`() async throws {
        let transport = try CurlTransport()
        try await withServer { router in
            router.on(.get, "/{number}") { request in
                await Task.yield()
                return .text(try request.parameter("number"))
            }
        } _: { base, _ in
            let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        try await transport.send(HTTPClientRequest("GET", "\(base)/\(number)")).text == "\(number)"
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(answers == 300)
        }
    }
}
