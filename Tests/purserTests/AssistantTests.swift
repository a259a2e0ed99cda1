// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import TestSupport
import Testing

@testable import purser

@Suite(.serialized) struct AssistantTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A running server with its simulator, in which Nora bought the grinder.
    private func shop() async throws -> (process: PurserProcess, address: String, key: String, transaction: String) {
        let process = try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite",
            ],
            until: "Ctrl-C stops"
        )
        let key = try process.secretKey()
        let api = try process.line("API")
        let store = try process.line("production")
        let address = api.replacing("/v1", with: "")
        let bought = try await post(
            store + "/simulator/v1/purchases",
            ["customer": "nora", "product": "coffee.grinder"],
            key: nil
        )
        let transaction = try #require(bought["transactionId"]?.string)
        _ = try await post(
            address + "/v1/backfill",
            // Apple's notification may come later than this, and a backfill sends no events unless it is asked to.
            ["customer": "nora", "transactions": [.string(transaction)], "sendsEvents": true],
            key: key
        )
        return (process, address, key, transaction)
    }

    private func post(_ url: String, _ body: JSONValue, key: String?) async throws -> JSONValue {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append(("Authorization", "Bearer " + key)) }
        let answer = try await CurlTransport().send(
            HTTPClientRequest("POST", url, headers: headers, body: try AppStoreJSON.encode(body))
        )
        #expect((200...299).contains(answer.status), "\(url): \(answer.text)")
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    private func audit(_ address: String, _ key: String) async throws -> [JSONValue] {
        let answer = try await CurlTransport().send(
            HTTPClientRequest("GET", address + "/v1/audit?limit=500", headers: [("Authorization", "Bearer " + key)])
        )
        return try AppStoreJSON.decode(JSONValue.self, from: answer.body)["entries"]?.array ?? []
    }

    @Test func `the protocol's own client reads a customer, explains it, and finds the calls in the audit log`()
        async throws
    {
        let shop = try await shop()
        let program = try #require(
            Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser").path
        )
        let output = try await Python().run(
            "assistant_client.py",
            [
                "program": program, "server": shop.address, "key": shop.key, "customer": "nora",
                "transaction": shop.transaction,
            ]
        )
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.hasPrefix("customer order why events reconciliation health documentation\n"))
        #expect(output.text.contains("active: coffee.grinder"), "\(output.text)")
        #expect(output.text.contains("documents: yes"), "\(output.text)")
        #expect(output.text.contains("purchase.completed"), "\(output.text)")
        #expect(output.text.contains("POST /v1/notification-forwarding/{target}/resend"), "\(output.text)")
        #expect(output.text.contains("refused: True"), "\(output.text)")
        let calls = try await audit(shop.address, shop.key).filter { $0["action"]?.string == "assistant.call" }
        // A call with wrong arguments reads nothing.
        #expect(calls.count == 5)
        #expect(calls.contains { $0["target"]?.string == "nora" })
        _ = try await shop.process.stop()
    }

    @Test func `support's questions get the facts that the App Store knows, and no tool changes anything`() async throws
    {
        let process = try await PurserProcess(
            [
                "serve", "--simulator", "--clock", "manual", "--start", "2026-03-01", "--listen", "127.0.0.1:0",
                "--simulator-listen", "127.0.0.1:0", "--database", "sqlite:\(folder.url.path)/purser.sqlite",
            ],
            until: "Ctrl-C stops"
        )
        let program = try #require(
            Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser").path
        )
        let seed = UInt32.random(in: .min ... .max)
        let output = try await Python().run(
            "support_questions.py",
            [
                "program": program, "server": try process.line("API").replacing("/v1", with: ""),
                "store": try process.line("production"), "key": try process.secretKey(), "seed": String(seed),
            ]
        )
        #expect(output.status == 0, "seed \(seed): \(output.text)")
        #expect(output.text.components(separatedBy: "\nok ").count >= 20, "\(output.text)")
        #expect(output.text.hasSuffix("22 questions, 0 without the expected fact\n"), "\(output.text)")
        _ = try await process.stop()
    }

    @Test func `over HTTP each client needs a key of its own, and a page of another site is refused`() async throws {
        let shop = try await shop()
        let http = AssistantHTTP(base: shop.address, transport: try CurlTransport())
        func ask(_ headers: HTTPHeaders, _ method: HTTPMethod = .post) async -> HTTPResponse {
            let body = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"health"}}"#
            return await http.respond(
                to: HTTPRequest(method: method, target: "/mcp", headers: headers, body: Data(body.utf8))
            )
        }
        #expect(await ask([:]).status == 401)
        #expect(await ask(["Authorization": "Bearer x", "Origin": "https://evil.example"]).status == 403)
        #expect(await ask(["Authorization": "Bearer x"], .get).status == 405)
        let refused = await ask(["Authorization": "Bearer x"])
        let read = await ask(["Authorization": "Bearer " + shop.key, "Origin": "http://localhost:3000"])
        #expect(try text(refused).contains(#""isError":true"#))
        #expect(try text(read).contains("undeliveredOrders"))
        _ = try await shop.process.stop()
    }

    private func text(_ response: HTTPResponse) throws -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#, "2025-03-26"),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999"}}"#, "2025-11-25"),
        (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, "-32601"),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"erase"}}"#, "-32602"),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order"}}"#, "Missing argument: 'order'"),
        (#"{"id":1,"method":"ping"}"#, "-32600"), ("{", "-32700"), ("[]", "-32600"),
    ])
    func `a message is answered as the protocol says`(message: String, part: String) async throws {
        let client = ServerClient(base: "http://127.0.0.1:1", key: "x", transport: try CurlTransport())
        let answer = await AssistantServer(client: client).respond(to: Data(message.utf8))
        let text = String(decoding: try #require(answer), as: UTF8.self)
        #expect(text.contains(part), "\(text)")
    }

    @Test func `a notification has no answer, and an unreachable server is an error of the tool`() async throws {
        let client = ServerClient(base: "http://127.0.0.1:1", key: "x", transport: try CurlTransport())
        let server = AssistantServer(client: client)
        #expect(await server.respond(to: Data(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)) == nil)
        let call = #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"health","arguments":{}}}"#
        let text = String(decoding: try #require(await server.respond(to: Data(call.utf8))), as: UTF8.self)
        #expect(text.contains(#""isError":true"#) && text.contains("does not answer"), "\(text)")
    }

    @Test func `every tool reads only, whatever the arguments are`() async throws {
        final class Recorder: HTTPTransport {
            let methods = RequestLog()

            func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
                methods.add("\(request.method) \(request.url)")
                return HTTPClientResponse(status: 200, body: Data("{}".utf8))
            }
        }
        let recorder = Recorder()
        let client = ServerClient(base: "http://server", key: "x", transport: recorder)
        let server = AssistantServer(client: client)
        var random = SystemRandomNumberGenerator()
        let texts = ["nora", "../../v1/rebuild?x=", "a/b", "%2e%2e", "🙂", "1", "2026-10", "a&b=c#d", "x\u{0}y", " "]
        for tool in AssistantTool.all {
            for _ in 0..<50 {
                let values = tool.parameters.map { parameter -> (String, JSONValue) in
                    let text = parameter.choices.first ?? texts.randomElement(using: &random) ?? ""
                    return (parameter.name, .string(text))
                }
                let message: JSONValue = [
                    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": [
                        "name": .string(tool.name), "arguments": .object(Dictionary(uniqueKeysWithValues: values)),
                    ],
                ]
                _ = await server.respond(to: try AppStoreJSON.encode(message))
            }
        }
        let sent = recorder.methods.all
        let writes = sent.filter { !$0.hasPrefix("GET ") }
        #expect(Set(writes) == ["POST http://server/v1/assistant-calls"])
        #expect(!sent.contains { $0.contains("/../") || $0.contains("rebuild?") })
        #expect(sent.count > 700)
    }
}
