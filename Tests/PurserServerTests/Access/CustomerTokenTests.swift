// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import PurserServer

@Suite struct CustomerTokenTests {
    private let now = Date(millisecondsSince1970: 1_700_000_000_000)
    private let secret = Data("a secret of the server".utf8)

    private func token(lifetime: TimeInterval = 60) -> CustomerToken {
        CustomerToken(bundleID: "com.example.app", customer: "anna", expires: now.addingTimeInterval(lifetime))
    }

    @Test func `a token reads back under the secret that signed it`() throws {
        let text = try token().signed(with: secret)
        #expect(CustomerToken(text, secrets: [secret], now: now) == token())
    }

    @Test func `an older secret is still good while it is listed`() throws {
        let text = try token().signed(with: secret)
        #expect(CustomerToken(text, secrets: [Data("newer".utf8), secret], now: now) != nil)
        #expect(CustomerToken(text, secrets: [Data("newer".utf8)], now: now) == nil)
    }

    @Test func `a token ends at its instant`() throws {
        let text = try token().signed(with: secret)
        #expect(CustomerToken(text, secrets: [secret], now: now.addingTimeInterval(60)) == nil)
    }

    @Test(arguments: ["", "ct_", "ct_a.b", "ct_a", "pk_123", "ct_e30.AAAA"])
    func `anything else is not a token`(text: String) {
        #expect(CustomerToken(text, secrets: [secret], now: now) == nil)
    }

    @Test func `no changed character passes`() throws {
        let text = Array(try token().signed(with: secret).utf8)
        for place in 3..<text.count {
            var changed = text
            changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(CustomerToken(String(decoding: changed, as: UTF8.self), secrets: [secret], now: now) == nil)
        }
    }
}
