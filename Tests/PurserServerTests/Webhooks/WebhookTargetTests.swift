// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import PurserServer

@Suite struct WebhookTargetTests {
    @Test(arguments: [
        "https://hooks.example.com/purser", "https://203.0.113.9:8443/", "https://[2001:db8::7]/x?y=z",
        "https://hooks.example.com./", "https://1.example.0xyz/",
    ])
    func `a public https address is allowed`(text: String) throws {
        _ = try WebhookTarget(text, allowsPrivate: false)
    }

    @Test(arguments: [
        "http://hooks.example.com/", "https://localhost/", "https://127.0.0.1/", "https://10.0.0.8/",
        "https://192.168.1.1/", "https://172.31.0.1/", "https://169.254.169.254/latest/meta-data",
        "https://[::1]/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/",
        "https://0177.0.0.1/", "https://012.0.0.8/", "https://0x7f.1/", "https://2130706433/", "https://127.1/",
        "https://1.2.3.0x4/", "https://8.8.8.08/", "https://203.0.113.9./", "https://localhost./",
        "https://[64:ff9b:1::a00:1]/", "https://[64:ff9b::a00:1]/", "https://[::127.0.0.1]/",
        "https://printer/", "https://db.internal/", "https://100.64.0.1/", "https://0.0.0.0/",
        "ftp://hooks.example.com/", "https://user:word@hooks.example.com/", "hooks.example.com", "", "https://",
    ])
    func `everything else is refused`(text: String) {
        #expect(throws: ServiceProblem.self) { try WebhookTarget(text, allowsPrivate: false) }
    }

    @Test(arguments: [
        "2002:a00:1::1", "2002:5db8:d822::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1",
        "2001:10::1", "2001:20::1", "2001:1ff::1", "fec0::1", "feff::1", "100::1", "100:0:0:1::1", "::ffff:0:10.0.0.1",
        "::ffff:0:8.8.8.8", "64:ff9b::10.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "5f00::1", "4000::1", "fc00::1",
        "ff02::1", "::", "2620:4f:8000::1", "2600:1f00::5efe:10.0.0.1", "2600:1f00::200:5efe:192.168.0.1",
        "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "192.0.0.8", "198.19.255.255", "240.0.0.1",
        "255.255.255.255", "239.1.1.1",
    ])
    func `an address of a special-purpose range is refused, as a host and as what a name resolves to`(
        address: String
    ) async throws {
        let host = address.contains(":") ? "[\(address)]" : address
        #expect(throws: ServiceProblem.self) { try WebhookTarget("https://\(host)/hook", allowsPrivate: false) }
        let known = try #require(NetworkAddress(address))
        let targets = WebhookTargetPolicy(allowsPrivate: false) { _ in [known] }
        await #expect(throws: ServiceProblem.self) { try await targets.address(of: "https://a.example/", attempt: 0) }
    }

    @Test(arguments: ["2606:4700::1111", "2a00:1450:4001::8a", "2400:cb00::1", "2001:200::1", "8.8.8.8", "192.0.1.1"])
    func `an address of the public Internet is allowed`(address: String) throws {
        let host = address.contains(":") ? "[\(address)]" : address
        _ = try WebhookTarget("https://\(host)/hook", allowsPrivate: false)
    }

    @Test(arguments: ["\r\n", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", " "], [true, false])
    func `a raw control character anywhere in the address is refused`(character: String, allowsPrivate: Bool) {
        for text in [
            "https://hooks.example.com/a\(character)b", "https://hooks.example.com/?q=\(character)",
            "https://hooks.example.com/\(character)", "\(character)https://hooks.example.com/",
            "https://hooks\(character).example.com/",
        ] {
            #expect(throws: ServiceProblem.self) { try WebhookTarget(text, allowsPrivate: allowsPrivate) }
        }
    }

    @Test(arguments: ["http://127.0.0.1:9000/hook", "http://localhost:9000/", "https://10.0.0.8/"])
    func `private addresses are allowed when the team says so`(text: String) throws {
        _ = try WebhookTarget(text, allowsPrivate: true)
    }

    @Test(arguments: ["203.0.113.9", "[2001:db8::7]"])
    func `a host of numbers is connected to as it was checked, whoever reads it`(host: String) async throws {
        let targets = WebhookTargetPolicy(allowsPrivate: false) { _ in [] }
        let address = try await targets.address(of: "https://\(host)/hook", attempt: 0)
        #expect(address.flatMap(NetworkAddress.init) == NetworkAddress(host.filter { !"[]".contains($0) }))
    }

    @Test(arguments: ["0177.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.+4", "1.2.3.٤", "1..2.3"])
    func `what some would read as another address is none`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
