// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import PurserServer

@Suite struct WebhookTargetTests {
    @Test(arguments: ["https://hooks.example.com/purser", "https://203.0.113.9:8443/", "https://[2001:db8::7]/x?y=z"])
    func `a public https address is allowed`(text: String) throws {
        _ = try WebhookTarget(text, allowsPrivate: false)
    }

    @Test(arguments: [
        "http://hooks.example.com/", "https://localhost/", "https://127.0.0.1/", "https://10.0.0.8/",
        "https://192.168.1.1/", "https://172.31.0.1/", "https://169.254.169.254/latest/meta-data",
        "https://[::1]/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/",
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
}
