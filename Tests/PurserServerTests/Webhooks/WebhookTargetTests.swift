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

    @Test(arguments: ["http://127.0.0.1:9000/hook", "http://localhost:9000/", "https://10.0.0.8/"])
    func `private addresses are allowed when the team says so`(text: String) throws {
        _ = try WebhookTarget(text, allowsPrivate: true)
    }

    @Test(arguments: ["203.0.113.9", "[2001:db8::7]"])
    func `a host of numbers is connected to as it was checked, whoever reads it`(host: String) async throws {
        let targets = TargetGuard(allowsPrivate: false) { _ in [] }
        let address = try await targets.address(of: "https://\(host)/hook", attempt: 0)
        #expect(address.flatMap(NetworkAddress.init) == NetworkAddress(host.filter { !"[]".contains($0) }))
    }

    @Test(arguments: ["0177.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.+4", "1.2.3.٤", "1..2.3"])
    func `what some would read as another address is none`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
