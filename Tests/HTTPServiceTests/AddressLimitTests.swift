// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Glibc
import Testing

@testable import HTTPService

/// What one client network may hold; the loopback network has many addresses.
@Suite struct AddressLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let begun = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nha"

    private func withLimits(
        connections: Int = 0,
        halfSent: Int = 0,
        exempt: Set<String> = [],
        _ body: (_ server: HTTPServer, _ port: UInt16) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnectionsPerAddress = connections
        configuration.maximumHalfSentRequestsPerAddress = halfSent
        configuration.isExemptFromAddressLimits = { exempt.contains($0) }
        try await withServer(configuration: configuration) { router in
            router.on(.get, "/") { _ in .text("served") }
            router.on(.post, "/") { .text(String(decoding: $0.body, as: UTF8.self)) }
        } _: { _, server in
            try await body(server, server.port ?? 0)
        }
    }

    /// Opens connections that have been answered once and stay open.
    private func hold(_ count: Int, from host: UInt8, _ port: UInt16) async throws -> [RawConnection] {
        var held: [RawConnection] = []
        for _ in 0..<count {
            let connection = try RawConnection(port: port, from: host)
            #expect(await connection.ask())
            held.append(connection)
        }
        return held
    }

    /// Begins a request and returns once the server counts it.
    private func begin(
        _ text: String,
        from host: UInt8,
        on server: HTTPServer,
        _ port: UInt16
    ) async throws
        -> RawConnection
    {
        let before = server.requestsInFlight
        let connection = try RawConnection(port: port, from: host)
        try connection.send(text)
        while server.requestsInFlight == before { await Task.yield() }
        return connection
    }

    @Test func `an address that holds its connections gets no more, and others are served`() async throws {
        try await withLimits(connections: 3) { _, port in
            var held = try await hold(3, from: 2, port)
            let more = try RawConnection(port: port, from: 2)
            #expect(await more.readToEnd() == "")
            #expect(try await RawConnection(port: port, from: 1).ask())
            #expect(try await RawConnection(port: port, from: 3).ask())
            held.removeLast()
            // The server sees a moment later that it was closed.
            while !(try await RawConnection(port: port, from: 2).ask()) { await Task.yield() }
            for connection in held { #expect(await connection.ask()) }
        }
    }

    @Test func `connections that come and go leave nothing counted`() async throws {
        try await withLimits(connections: 2, halfSent: 1) { _, port in
            for _ in 0..<20 {
                var isServed = false
                while !isServed { isServed = try await RawConnection(port: port, from: 2).ask() }
            }
            #expect(try await hold(2, from: 3, port).count == 2)
        }
    }

    @Test(arguments: [begun, "GET / HTTP/1.1\r\nHost: x\r\n"])
    func `an address that holds its half-sent requests begins no more, and others are served`(
        text: String
    ) async throws {
        try await withLimits(halfSent: 2) { server, port in
            let first = try await begin(text, from: 2, on: server, port)
            let second = try await begin(text, from: 2, on: server, port)
            let more = try RawConnection(port: port, from: 2)
            try more.send(Self.request)
            let answer = await more.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
            #expect(answer.contains("\r\nRetry-After: 5\r\n") && answer.contains(#""code":"too-many-requests""#))
            #expect(try await RawConnection(port: port, from: 1).ask())
            try first.send(text == Self.begun ? "lf" : "\r\n")
            #expect(String(decoding: await first.receive(4096), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
            #expect(try await RawConnection(port: port, from: 2).ask())
            withExtendedLifetime(second) {}
        }
    }

    @Test func `an exempt address, such as a proxy, is not counted`() async throws {
        try await withLimits(connections: 1, halfSent: 1, exempt: ["127.0.0.2"]) { server, port in
            let held = try await hold(5, from: 2, port)
            let begun = try await begin(Self.begun, from: 2, on: server, port)
            let again = try await begin(Self.begun, from: 2, on: server, port)
            for connection in held { #expect(await connection.ask()) }
            withExtendedLifetime((begun, again)) {}
        }
    }

    @Test func `an IPv6 network of 64 bits is one client, and a mapped IPv4 address is that address`() throws {
        let one = try #require(network("2001:db8:0:1::1"))
        #expect(one == network("2001:db8:0:1:ffff:ffff:ffff:ffff"))
        #expect(one != network("2001:db8:0:2::1"))
        #expect(network("::ffff:192.0.2.1") == network("192.0.2.1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
        #expect(network("::1") != network("0.0.0.0"))
        #expect(ClientNetwork(nil) == nil)
    }

    private func network(_ text: String) -> ClientNetwork? {
        var version6 = sockaddr_in6()
        var version4 = sockaddr_in()
        if inet_pton(AF_INET6, text, &version6.sin6_addr) == 1 {
            version6.sin6_family = sa_family_t(AF_INET6)
            return withUnsafePointer(to: &version6) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ClientNetwork($0) }
            }
        }
        guard inet_pton(AF_INET, text, &version4.sin_addr) == 1 else { return nil }
        version4.sin_family = sa_family_t(AF_INET)
        return withUnsafePointer(to: &version4) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ClientNetwork($0) }
        }
    }
}
