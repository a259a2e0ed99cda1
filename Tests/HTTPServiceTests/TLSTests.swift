// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@Suite struct TLSTests {
    private func configuration(_ folder: String) -> HTTPServerConfiguration {
        HTTPServerConfiguration(
            tls: HTTPServerConfiguration.TLSFiles(
                certificateChain: folder + "/server.pem",
                privateKey: folder + "/server.key"
            )
        )
    }

    private func install(_ name: String, in folder: String) throws {
        for ending in ["pem", "key"] {
            try Data(try fixtureText("\(name)-server.\(ending)").utf8)
                .write(to: URL(filePath: "\(folder)/server.\(ending)"))
        }
    }

    private func client(trusting name: String) throws -> CurlTransport {
        try CurlTransport(
            configuration: CurlConfiguration(authorities: try fixtureText("\(name)-authority.pem"))
        )
    }

    private func url(_ server: HTTPServer) -> String { "https://localhost:\(server.port ?? 0)/" }

    @Test func `a client that trusts the authority is served, another is not`() async throws {
        try await withTemporaryFolder { folder in
            try install("first", in: folder)
            try await withServer(configuration: configuration(folder)) { router in
                router.on(.get, "/") { .text("secure: \($0.isSecure)") }
            } _: { _, server in
                let answer = try await client(trusting: "first").send(HTTPClientRequest("GET", url(server)))
                #expect(answer.text == "secure: true")
                let error = await #expect(throws: HTTPClientError.self) {
                    try await client(trusting: "second").send(HTTPClientRequest("GET", url(server)))
                }
                #expect(error?.code == .tls)
            }
        }
    }

    @Test func `replaced files serve new connections, and open ones finish with the old`() async throws {
        let gate = Gate()
        try await withTemporaryFolder { folder in
            try install("first", in: folder)
            try await withServer(configuration: configuration(folder)) { router in
                router.on(.get, "/") { _ in .text("quick") }
                router.on(.get, "/slow") { _ in
                    await gate.arrive()
                    await gate.wait()
                    return .text("slow")
                }
            } _: { _, server in
                let old = try client(trusting: "first")
                async let slow = old.send(HTTPClientRequest("GET", url(server) + "slow"))
                await gate.waitForArrivals(1)
                try install("second", in: folder)
                try server.reloadTLS()
                let new = try await client(trusting: "second").send(HTTPClientRequest("GET", url(server)))
                #expect(new.text == "quick")
                await gate.open()
                let text = try await slow.text
                #expect(text == "slow")
                let error = await #expect(throws: HTTPClientError.self) {
                    try await client(trusting: "first").send(HTTPClientRequest("GET", url(server)))
                }
                #expect(error?.code == .tls)
            }
        }
    }

    @Test func `files that do not fit are refused, and what runs continues`() async throws {
        try await withTemporaryFolder { folder in
            try install("first", in: folder)
            try await withServer(configuration: configuration(folder)) { router in
                router.on(.get, "/") { _ in .text("still here") }
            } _: { _, server in
                try Data("no key".utf8).write(to: URL(filePath: folder + "/server.key"))
                let error = #expect(throws: HTTPServerError.self) { try server.reloadTLS() }
                #expect(error?.code == .invalidTLSFiles)
                let answer = try await client(trusting: "first").send(HTTPClientRequest("GET", url(server)))
                #expect(answer.text == "still here")
            }
        }
    }

    @Test func `a server whose files are missing does not start`() async throws {
        let server = HTTPServer(configuration: configuration("/nowhere"), router: Router())
        let error = #expect(throws: HTTPServerError.self) { try server.start() }
        #expect(error?.code == .invalidTLSFiles)
        #expect(error?.message.contains("/nowhere/server.pem") == true)
    }

    /// The first message of a client whose newest version is the given one: 3.1 is TLS 1.0, 3.3 TLS 1.2.
    private func hello(_ minor: UInt8) -> [UInt8] {
        let suites: [UInt8] = [0xC0, 0x09, 0xC0, 0x0A, 0xC0, 0x2B, 0xC0, 0x2C]
        // Supported groups, point formats, signature algorithms.
        let extensions: [UInt8] =
            [0x00, 0x0A, 0x00, 0x04, 0x00, 0x02, 0x00, 0x17] + [0x00, 0x0B, 0x00, 0x02, 0x01, 0x00]
            + [0x00, 0x0D, 0x00, 0x06, 0x00, 0x04, 0x04, 0x03, 0x02, 0x03]
        var body: [UInt8] = [3, minor] + [UInt8](repeating: 7, count: 32) + [0]
        body += [0, UInt8(suites.count)] + suites + [1, 0, 0, UInt8(extensions.count)] + extensions
        let message = [1, 0, 0, UInt8(body.count)] + body
        return [22, 3, 1, 0, UInt8(message.count)] + message
    }

    @Test func `only TLS 1.2 and later are negotiated`() async throws {
        try await withTemporaryFolder { folder in
            try install("first", in: folder)
            try await withServer(configuration: configuration(folder)) { _ in
            } _: { _, server in
                for minor: UInt8 in [1, 2] {
                    let old = try RawConnection(port: server.port ?? 0)
                    try old.send(hello(minor))
                    let answer = await old.receive(7)
                    // A handshake record would be the server's hello; an alert is one of 21.
                    #expect(answer.first != 22, "\(answer)")
                }
                let current = try RawConnection(port: server.port ?? 0)
                try current.send(hello(3))
                let answer = await current.receive(6)
                // A handshake record of TLS 1.2 with the server's hello.
                #expect(answer.first == 22 && answer[1...2] == [3, 3] && answer.last == 2, "\(answer)")
            }
        }
    }
}
