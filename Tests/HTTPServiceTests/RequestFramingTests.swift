// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService
import Testing

/// Requests that a proxy and the server could read differently.
@Suite struct RequestFramingTests {
    /// Sends a text with a second request behind it, and reads until the server closes.
    private func answer(to text: String) async throws -> String {
        try await withServer { router in
            router.on(.get, "/") { _ in .text("first") }
            router.on(.post, "/") { _ in .text("first") }
            router.on(.get, "/second") { _ in .text("second") }
        } _: { _, server in
            let connection = try RawConnection(port: server.port ?? 0)
            try connection.send(text + "GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return await connection.readToEnd()
        }
    }

    private func expectRefused(_ text: String, saying reason: String) async throws {
        let answer = try await answer(to: text)
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.contains(#""code":"malformed-request""#))
        #expect(answer.contains(reason), "\(answer)")
        #expect(!answer.contains("second"))
    }

    @Test(arguments: [
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "both Content-Length and Transfer-Encoding"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "both Content-Length and Transfer-Encoding"),
        ("Content-Length: 5\r\nContent-Length: 0\r\n", "2 Content-Length fields"),
        ("Transfer-Encoding: gzip, chunked\r\n", "Invalid Transfer-Encoding: 'gzip, chunked'"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Invalid Transfer-Encoding"),
        ("Transfer-Encoding:\r\n chunked\r\nX: y\r\n", "continues on the next line"),
        ("Transfer-Encoding : chunked\r\n", "Invalid header field name: 'Transfer-Encoding '"),
        ("X: y\rContent-Length: 5\r\n", "has a CR in its value"),
        ("Host: y\r\n", "2 Host fields"),
    ])
    func `a request whose end is ambiguous is refused and the connection is closed`(
        fields: String,
        reason: String
    ) async throws {
        try await expectRefused("POST / HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n0\r\n\r\n", saying: reason)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\n",
        "GET / HTTP/1.1\r\nHost:\nX:y\r\n\r\n", "GET / HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.0\n\n",
    ])
    func `a line that ends with LF alone is refused`(text: String) async throws {
        try await expectRefused(text, saying: "ends with LF alone")
    }

    @Test func `HTTP 1.1 without Host is refused`() async throws {
        try await expectRefused("GET / HTTP/1.1\r\nX: y\r\n\r\n", saying: "no Host field")
        try await expectRefused("GET / HTTP/1.1\r\n\r\n", saying: "no Host field")
    }

    @Test func `HTTP 1.0 has no chunks`() async throws {
        try await expectRefused("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", saying: "HTTP/1.0")
    }

    @Test func `a space in the target is refused`() async throws {
        try await expectRefused("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", saying: "has a space")
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost:x\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x  \r\nA:b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\nHost: x\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: x\r\nCookie: a=b; c=d\r\nX-Empty:\r\nY:\r\nZ:\r\n\r\n",
    ])
    func `a proper request is answered, and so is the next one on the connection`(text: String) async throws {
        let answer = try await answer(to: text)
        #expect(answer.contains("first"), "\(answer)")
        #expect(answer.hasSuffix("second"), "\(answer)")
    }

    @Test func `a request that arrives in pieces is read the same way`() async throws {
        try await withServer { router in
            router.on(.get, "/") { _ in .text("served") }
        } _: { _, server in
            let proper = try RawConnection(port: server.port ?? 0)
            let long = String(repeating: "a", count: 3000)
            let pieces = [
                "GET / HT", "TP/1.1\r", "\nHost: x\r\nA:", long, "\r\nB: \(long)\r", "\nConnection: close\r\n", "\r\n",
            ]
            for piece in pieces { try proper.send(piece) }
            #expect(await proper.readToEnd().hasSuffix("served"))
            let bare = try RawConnection(port: server.port ?? 0)
            for piece in ["GET / HTTP/1.1\r\nHost: x", "\n", "A: \(long)\r\n", "\r\n"] { try bare.send(piece) }
            #expect(await bare.readToEnd().contains("ends with LF alone"))
        }
    }
}
