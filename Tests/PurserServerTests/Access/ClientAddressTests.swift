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

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:0:0:0:0/64"), ("2001:db8:1:2::ffff", "2001:db8:1:2:0:0:0:0/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3:0:0:0:0/64"), ("fe80::1%eth0", "fe80:0:0:0:0:0:0:0/64"), ("", ""),
        ("in-process", "in-process"),
    ])
    func `a limit counts an IPv4 address and an IPv6 network of 64 bits`(address: String, prefix: String) {
        #expect(ClientAddress.networkPrefix(of: address) == prefix)
    }

    @Test func `only loopback, link-local and private ranges are this machine's own network`() {
        for address in ["127.0.0.1", "10.1.2.3", "192.168.0.1", "::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1"] {
            #expect(NetworkAddress(address)?.isOwnNetwork == true, "\(address)")
        }
        for address in ["8.8.8.8", "2002:a00:1::1", "64:ff9b::a00:1", "fec0::1", "2001::1", "224.0.0.1"] {
            #expect(NetworkAddress(address)?.isOwnNetwork == false, "\(address)")
        }
    }
}
