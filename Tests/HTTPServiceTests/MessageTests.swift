// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Testing

@Suite struct MessageTests {
    private struct Order: Codable, Equatable {
        var product: String
        var date: Date
    }

    @Test func `a query keeps order and repeats and decodes both`() {
        let query = HTTPRequest(target: "/x?a=1&b=%E4%BD%A0+%2B&a=2&c").query
        #expect(query["a"] == "1")
        #expect(query.values("a") == ["1", "2"])
        #expect(query["b"] == "你 +")
        #expect(query["c"] == "")
        #expect(query["d"] == nil)
    }

    @Test func `a query made from values reads back as them`() {
        let query = HTTPQuery([("filter[x]", "a&b=c"), ("é", "+ %")])
        #expect(query["filter[x]"] == "a&b=c")
        #expect(query["é"] == "+ %")
    }

    @Test func `header names compare without regard to case`() {
        var headers: HTTPHeaders = ["Content-Type": "text/plain", "X-A": "1"]
        headers.add("x-a", "2")
        #expect(headers["CONTENT-TYPE"] == "text/plain")
        #expect(headers.values("X-a") == ["1", "2"])
        headers["x-A"] = "3"
        #expect(headers.values("x-a") == ["3"])
        headers["x-a"] = nil
        #expect(!headers.contains("X-A"))
    }

    @Test func `a host is given without its port, in lower case`() {
        #expect(HTTPRequest(target: "/", headers: ["Host": "Example.COM:8080"]).host == "example.com")
        #expect(HTTPRequest(target: "/", headers: ["Host": "[::1]:80"]).host == "[::1]")
        #expect(HTTPRequest(target: "/").host == nil)
    }

    @Test func `a bearer token is found whatever the scheme's case`() {
        #expect(HTTPRequest(target: "/", headers: ["Authorization": "bearer abc"]).bearerToken == "abc")
        #expect(HTTPRequest(target: "/", headers: ["Authorization": "Basic abc"]).bearerToken == nil)
        #expect(HTTPRequest(target: "/", headers: ["Authorization": "Bearer "]).bearerToken == nil)
    }

    @Test func `a JSON answer has sorted keys and milliseconds, and reads back`() throws {
        let order = Order(product: "a/b", date: Date(timeIntervalSince1970: 1.5))
        let response = try HTTPResponse.json(order)
        guard case .bytes(let bytes) = response.body else { throw Problem(.internalServerError) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"date":1500,"product":"a/b"}"#)
        #expect(try HTTPRequest(target: "/", body: bytes).json(Order.self) == order)
    }

    @Test(
        arguments: [
            (#"{"product":"x"}"#, "The field date is missing."),
            (#"{"product":1,"date":1}"#, "The field product is not a String."),
            (#"{"product":null,"date":1}"#, "The field product is null."),
            ("{", "The body is not JSON."),
        ]
    )
    func `a body that does not decode names the field`(body: String, detail: String) throws {
        let request = HTTPRequest(target: "/", body: Data(body.utf8))
        let problem = #expect(throws: Problem.self) { _ = try request.json(Order.self) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail == detail)
    }

    @Test func `a body of another type is refused with 415`() {
        let request = HTTPRequest(target: "/", headers: ["Content-Type": "text/plain"], body: Data("{}".utf8))
        #expect(throws: Problem(.unsupportedMediaType, detail: "Send the body as application/json, not text/plain.")) {
            _ = try request.json(Order.self)
        }
    }

    @Test func `a form is read`() throws {
        let request = HTTPRequest(
            target: "/",
            headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"],
            body: Data("token=a%2Bb&order_id=7".utf8)
        )
        let form = try request.form()
        #expect(form["token"] == "a+b")
        #expect(form["order_id"] == "7")
    }

    @Test func `an event keeps the line breaks of its text and none in its name`() {
        let event = ServerSentEvent(name: "a\nb", id: "7", data: "one\ntwo")
        #expect(event.text == "event: a b\nid: 7\ndata: one\ndata: two\n\n")
    }

    @Test func `request ids differ`() {
        let source = RequestIdentifiers(prefix: 0xabc)
        #expect((1...3).map { _ in source.next() } == ["abc-1", "abc-2", "abc-3"])
    }
}
