// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService
import Testing

@testable import PurserServer

@Suite struct ClientAddressTests {
    private let addresses = ClientAddress(trustedProxies: ["10.0.0.0/8", "::1"])

    @Test func `a stranger's header is not believed`() {
        #expect(addresses.resolve(remote: "203.0.113.9", forwardedFor: "1.2.3.4") == "203.0.113.9")
    }

    @Test func `a trusted proxy's word is taken`() {
        #expect(addresses.resolve(remote: "10.1.2.3", forwardedFor: "203.0.113.9") == "203.0.113.9")
        #expect(addresses.resolve(remote: "::1", forwardedFor: "2001:db8::5") == "2001:db8::5")
    }

    @Test func `only hops that trusted proxies added count`() {
        #expect(
            addresses.resolve(remote: "10.1.2.3", forwardedFor: "6.6.6.6, 203.0.113.9, 10.9.9.9") == "203.0.113.9"
        )
    }

    @Test func `a proxy that adds a field of its own is read like one that adds to the list`() {
        var headers = HTTPHeaders()
        headers.add("X-Forwarded-For", "10.0.0.5, 127.0.0.1")
        headers.add("x-forwarded-for", "203.0.113.9")
        let request = HTTPRequest(method: .get, target: "/", headers: headers, remoteAddress: "10.1.2.3")
        #expect(addresses.resolve(request) == "203.0.113.9")
    }

    @Test func `a broken header leaves the last address that was believed`() {
        #expect(addresses.resolve(remote: "10.1.2.3", forwardedFor: "unknown") == "10.1.2.3")
        #expect(addresses.resolve(remote: "10.1.2.3", forwardedFor: nil) == "10.1.2.3")
    }
}
