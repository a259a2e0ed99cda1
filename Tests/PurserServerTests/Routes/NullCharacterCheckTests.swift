// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct NullCharacterCheckTests {
    @Test(arguments: [
        ("{\"a\":\"\\u0000\"}", false, true),
        ("{\"a\":\"\\\\\\u0000\"}", false, true),
        ("{\"a\":\"\\\\u0000\"}", false, false),
        ("{\"a\":\"u0000\"}", false, false),
        ("{\"a\":\"%00\"}", false, false),
        ("a=%00", true, true),
        ("a=\u{0}", true, true),
        ("a=%01&b=%0", true, false),
        ("\\u000", false, false),
    ])
    func `the character is found in each of its spellings`(body: String, isForm: Bool, isFound: Bool) {
        #expect(NullCharacterCheck.holdsZero(Data(body.utf8), isForm: isForm) == isFound)
    }

    @Test func `every route answers 400 to it, in path, query and body`() async throws {
        let shop = try await TestShop()
        for route in shop.service.routes {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            let refused = try await shop.send(route.method, path + "?limit=%00")
            #expect(refused.status == 400, "\(route.name)")
            guard let body = route.body else { continue }
            let type = body.mediaTypes[0]
            let answer = try await shop.client.send(
                route.method,
                path,
                headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": type],
                body: Data(#"{"customer":"a\u0000b"}"#.utf8)
            )
            #expect(answer.status == 400, "\(route.name)")
        }
        #expect(try await shop.send(.get, "/v1/customers/a%00b/entitlements").status == 400)
    }
}
