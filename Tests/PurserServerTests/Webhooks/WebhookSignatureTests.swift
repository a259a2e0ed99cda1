// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import PurserServer

@Suite struct WebhookSignatureTests {
    private let instant = Date(millisecondsSince1970: 1_700_000_000_500)
    private let body = Data(#"{"id":"evt_1"}"#.utf8)

    // printf '%s' '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac 'first'
    private let code = "76cba32d07f94443b54a8aabe831cf29429bd46cfb4f547b78c37d2def6bc61f"

    @Test func `the signature is the HMAC of time and body`() {
        #expect(WebhookSignature.value(body: body, secrets: ["first"], at: instant) == "t=1700000000,v1=\(code)")
    }

    @Test func `while a secret is rotated both sign`() {
        let value = WebhookSignature.value(body: body, secrets: ["second", "first"], at: instant)
        #expect(value.split(separator: ",").count == 3)
        #expect(value.hasSuffix("v1=\(code)"))
    }
}
