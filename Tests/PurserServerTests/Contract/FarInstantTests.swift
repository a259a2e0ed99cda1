// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

/// An instant that no calendar holds once ended the process; now it is the caller's mistake.
@Suite struct FarInstantTests {
    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1e300", "253402300800000"])
    func `an instant outside the years 1 to 9999 is refused wherever a body names one`(instant: String) async throws {
        let shop = try await TestShop()
        let body = #"{"id":"gift","entitlement":"club","reason":"","start":0,"end":\#(instant)}"#
        let answer = try await shop.client.send(
            .post,
            "/v1/customers/anna/grants",
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
        #expect(answer.status.rawValue == 400 && answer.code == "malformed-body")
    }

    @Test func `an answer about an instant beyond counting is written with the nearest that can be counted`() throws {
        struct Answer: Encodable {
            var at: Date
        }
        let bytes = try HTTPResponse.json(Answer(at: Date(timeIntervalSince1970: 1e300)))
        guard case .bytes(let body) = bytes.body else { throw ServiceProblem.notFound("body") }
        #expect(String(decoding: body, as: UTF8.self) == #"{"at":9223372036854775807}"#)
    }
}
