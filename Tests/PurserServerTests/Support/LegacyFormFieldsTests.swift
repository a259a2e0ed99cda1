// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct LegacyFormFieldsTests {
    private func fields(_ body: String, _ type: String) throws -> LegacyFormFields {
        try LegacyFormFields(
            HTTPRequest(method: .post, target: "/", headers: ["Content-Type": type], body: Data(body.utf8))
        )
    }

    @Test func `a form and a JSON object say the same`() throws {
        let form = try fields("order_id=o1&quantity=1&is_sandbox=1", "application/x-www-form-urlencoded; charset=utf-8")
        let json = try fields(#"{"order_id":"o1","quantity":1,"is_sandbox":true}"#, "application/json")
        for name in ["order_id", "quantity", "is_sandbox"] { #expect(form[name] == json[name]) }
        #expect(form["order_id"] == "o1")
    }

    @Test func `line breaks and lost plus signs of a receipt are fixed`() throws {
        let posted = try fields(#"{"receipt":"ab\r\nc d"}"#, "application/json")
        #expect(try posted.receipt("receipt") == "abc+d")
    }

    @Test func `an empty receipt is named as such`() throws {
        let posted = try fields(#"{"receipt":""}"#, "application/json")
        #expect(throws: ServiceProblem.self) { try posted.receipt("receipt") }
    }

    @Test func `another body is refused`() {
        #expect(throws: ServiceProblem.self) { try fields("[1]", "application/json") }
        #expect(throws: ServiceProblem.self) { try fields("<x/>", "text/xml") }
    }
}
