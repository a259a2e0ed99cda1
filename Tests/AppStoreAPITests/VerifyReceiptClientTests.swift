// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@Suite struct VerifyReceiptClientTests {
    private func client(_ transport: WireTransport, clock: SleepingClock = SleepingClock()) -> VerifyReceiptClient {
        VerifyReceiptClient(
            password: "hush",
            productionURL: "https://buy.test/verifyReceipt",
            sandboxURL: "https://sandbox.test/verifyReceipt",
            transport: transport,
            runtime: clock.runtime()
        )
    }

    private func hosts(_ transport: WireTransport) -> [String] {
        transport.requests.map { String($0.url.dropFirst(8).prefix { $0 != "." }) }
    }

    @Test func `production is asked first, and the sandbox on 21007`() async throws {
        let transport = WireTransport(script: [
            Answer.json(#"{"status":21007}"#), Answer.json(#"{"status":0,"environment":"Sandbox","new":1}"#),
        ])
        let answer = try await client(transport).verify("cmVjZWlwdA==", excludesOldTransactions: true)
        #expect(answer.environment == .sandbox)
        #expect(answer.document.status == .valid)
        #expect(String(decoding: answer.document.bytes, as: UTF8.self).contains("new"))
        #expect(hosts(transport) == ["buy", "sandbox"])
        #expect(
            transport.requests.first?.body
                == Data(#"{"exclude-old-transactions":true,"password":"hush","receipt-data":"cmVjZWlwdA=="}"#.utf8)
        )
        #expect(transport.requests.allSatisfy { !$0.headers.contains { $0.name == "Authorization" } })
    }

    @Test func `the sandbox sends a production receipt back on 21008`() async throws {
        let transport = WireTransport(script: [Answer.json(#"{"status":21008}"#), Answer.json(#"{"status":0}"#)])
        let answer = try await client(transport).verify("eA==", first: .sandbox)
        #expect(answer.environment == .production)
        #expect(hosts(transport) == ["sandbox", "buy"])
    }

    @Test func `two environments that point at each other are asked once each`() async throws {
        let transport = WireTransport { request in
            let status = request.url.contains("buy") ? 21_007 : 21_008
            return HTTPClientResponse(status: 200, body: Data("{\"status\":\(status)}".utf8))
        }
        let answer = try await client(transport).verify("eA==")
        #expect(answer.document.status == .productionReceipt)
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [
        #"{"status":21005}"#, #"{"status":21009}"#, #"{"status":21199,"is_retryable":true}"#,
        #"{"status":21100,"is-retryable":1}"#, "<html>",
    ])
    func `what may pass is tried again`(answer: String) async throws {
        let transport = WireTransport(script: [Answer.json(answer), Answer.json(#"{"status":0}"#)])
        let clock = SleepingClock()
        #expect(try await client(transport, clock: clock).verify("eA==").document.status == .valid)
        #expect(clock.sleeps.count == 1)
    }

    @Test(arguments: [21_002, 21_003, 21_004, 21_006, 21_010])
    func `a refusal is an answer`(status: Int) async throws {
        let transport = WireTransport(Answer.json("{\"status\":\(status)}"))
        let answer = try await client(transport).verify("eA==")
        #expect(answer.document.status.rawValue == status)
    }

    @Test func `a final internal error is an answer too`() async throws {
        let transport = WireTransport(Answer.json(#"{"status":21150,"is_retryable":false}"#))
        #expect(try await client(transport).verify("eA==").document.status.rawValue == 21_150)
        #expect(transport.requests.count == 1)
    }

    @Test func `a service that stays down is an error without the secret`() async {
        let transport = WireTransport(Answer.json(#"{"status":21005}"#))
        let error = await #expect(throws: AppStoreAPIError.self) { try await client(transport).verify("c2VjcmV0") }
        #expect(error?.isRetryable == true)
        #expect(error?.message.contains("hush") == false && error?.message.contains("c2VjcmV0") == false)
        #expect(transport.requests.count == 5)
    }
}
