// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Testing

@Suite struct Base64URLTests {
    @Test(arguments: [
        ([], ""), ([0], "AA"), ([0, 0], "AAA"), ([0xFF, 0xFE, 0xFD], "__79"), ([0xFB, 0xF0], "-_A"),
    ])
    func `bytes have one text`(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(arguments: ["A", "AB", "AAB", "AA==", "AA=", "AA ", " AA", "A\nA", "A+/A", "A.AA", "ÄAAA", "AAAAA"])
    func `any other text is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `every length survives the round trip`() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
