// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Testing

@Suite struct RouterTests {
    private let client = InProcessClient(
        Router { router in
            router.on(.get, "/v1/orders/{id}") { .text("order \(try $0.parameter("id"))") }
            router.on(.post, "/v1/orders/{id}") { _ in .text("posted") }
            router.on(.get, "/v1/orders/new") { _ in .text("a new order") }
            router.on(.get, "/v1/orders/{id}/lines/{line}") {
                .text("\(try $0.parameter("id")) \(try $0.parameter("line"))")
            }
            router.on(.get, "/files/{path...}") { .text(try $0.parameter("path")) }
            router.on(.get, "/fails") { _ in throw Problem(.conflict, code: "taken", members: ["order": "7"]) }
            router.on(.get, "/breaks") { _ in throw CancellationError() }
        }
    )

    @Test func `a path parameter is decoded`() async throws {
        #expect(try await client.send(.get, "/v1/orders/a%20b%2Fc").text == "order a b/c")
    }

    @Test func `a literal segment wins over a parameter`() async throws {
        #expect(try await client.send(.get, "/v1/orders/new").text == "a new order")
    }

    @Test func `a pattern may have several parameters`() async throws {
        #expect(try await client.send(.get, "/v1/orders/7/lines/9?x=1").text == "7 9")
    }

    @Test func `the rest of a path may be one parameter`() async throws {
        #expect(try await client.send(.get, "/files/css/main.css").text == "css/main.css")
    }

    @Test func `an unknown path is answered 404 as a problem`() async throws {
        let answer = try await client.send(.get, "/v1/nothing")
        #expect(answer.status == .notFound)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.text.contains("\"detail\":\"Nothing is at /v1/nothing.\""))
    }

    @Test func `a known path with another method is answered 405 with Allow`() async throws {
        let answer = try await client.send(.delete, "/v1/orders/7")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers["allow"] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `OPTIONS says what is allowed`() async throws {
        let answer = try await client.send(.options, "/v1/orders/7")
        #expect(answer.status == .noContent)
        #expect(answer.headers["allow"] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `HEAD is served by the handler of GET, without its body`() async throws {
        let answer = try await client.send(.head, "/v1/orders/7")
        #expect(answer.status == .ok)
        #expect(answer.body.isEmpty)
    }

    @Test func `a thrown problem becomes the answer with its members`() async throws {
        let answer = try await client.send(.get, "/fails")
        #expect(answer.status == .conflict)
        #expect(
            answer.text
                == #"{"code":"taken","order":"7","status":409,"title":"Conflict","type":"about:blank"}"#
        )
    }

    @Test func `an error no one expected is a 500 that does not say what it was`() async throws {
        let answer = try await client.send(.get, "/breaks")
        #expect(answer.status == .internalServerError)
        #expect(!answer.text.contains("Cancellation"))
    }

    @Test(arguments: ["/v1/orders/%zz", "/v1/orders/", "", "v1/orders/7", "/v1/orders/%ff"])
    func `a path that is not well formed matches nothing`(path: String) async throws {
        #expect(try await client.send(.get, path).status == .notFound)
    }

    @Test func `layers stand around the routes added after them, the first outermost`() async throws {
        let router = Router { router in
            router.on(.get, "/plain") { _ in .text("plain") }
            for name in ["outer", "inner"] {
                router.use { request, next in
                    var answer = try await next(request)
                    answer.headers.add("X-Layer", name)
                    return answer
                }
            }
            router.on(.get, "/layered") { _ in .text("layered") }
        }
        let client = InProcessClient(router)
        #expect(try await client.send(.get, "/plain").headers.values("x-layer") == [])
        #expect(try await client.send(.get, "/layered").headers.values("x-layer") == ["inner", "outer"])
    }

    @Test func `a mounted router answers under its prefix`() async throws {
        let inner = Router { $0.on(.get, "/a/{b}") { .text(try $0.parameter("b")) } }
        let client = InProcessClient(Router { $0.mount(inner, at: "/deep") })
        #expect(try await client.send(.get, "/deep/a/1").text == "1")
    }

    @Test func `a request has the pattern that it matches`() {
        let router = Router { $0.on(.get, "/v1/orders/{id}") { _ in .text("") } }
        #expect(router.pattern(of: HTTPRequest(target: "/v1/orders/7")) == "/v1/orders/{id}")
        #expect(router.pattern(of: HTTPRequest(target: "/v1")) == nil)
    }
}
