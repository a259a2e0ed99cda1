// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@Suite struct PagesTests {
    private func page(_ transactions: String, revision: String?, more: Bool) -> WireTransport.Handler {
        let mark = revision.map { #""revision":"\#($0)","# } ?? ""
        return Answer.json(
            """
            {\(mark)"hasMore":\(more),"bundleId":"b","environment":"Sandbox","signedTransactions":[\(transactions)]}
            """
        )
    }

    @Test func `pages are asked for one after the other with the same filters`() async throws {
        let transport = WireTransport(script: [
            page(#""a","b""#, revision: "r 1", more: true), page(#""c""#, revision: "r2", more: false),
        ])
        let filter = TransactionHistoryRequest(productTypes: [.consumable], revoked: false)
        var signed: [SignedPayload] = []
        var marks: [String?] = []
        for try await page in AppStoreServerAPI.over(transport).transactionHistory(
            for: TransactionID("1"),
            matching: filter
        ) {
            signed += page.signedTransactions
            marks.append(page.revision)
        }
        #expect(signed == ["a", "b", "c"])
        #expect(marks == ["r 1", "r2"])
        #expect(
            transport.calls == [
                "GET /inApps/v2/history/1?productType=CONSUMABLE&revoked=false",
                "GET /inApps/v2/history/1?productType=CONSUMABLE&revoked=false&revision=r%201",
            ]
        )
    }

    @Test func `reading begins where an earlier reader stopped and remembers its place`() async throws {
        let transport = WireTransport(script: [page("", revision: "r9", more: false)])
        let pages = AppStoreServerAPI.over(transport).transactionHistoryV1(for: TransactionID("1"), after: "r8")
        var iterator = pages.makeAsyncIterator()
        #expect(iterator.mark == "r8")
        _ = try await iterator.next()
        #expect(iterator.mark == "r9")
        #expect(try await iterator.next() == nil)
        #expect(transport.calls == ["GET /inApps/v1/history/1?revision=r8"])
    }

    @Test func `a page that fails is asked for again`() async throws {
        let transport = WireTransport(script: [
            page(#""a""#, revision: "r1", more: true), Answer.error(.generalBadRequest),
            page(#""b""#, revision: "r2", more: false),
        ])
        var iterator = AppStoreServerAPI.over(transport).transactionHistory(for: TransactionID("1")).makeAsyncIterator()
        _ = try await iterator.next()
        await #expect(throws: AppStoreAPIError.self) { try await iterator.next() }
        #expect(try await iterator.next()?.signedTransactions == ["b"])
        #expect(transport.calls.last?.hasSuffix("?revision=r1") == true)
    }

    @Test func `more without a new mark is an error, not a loop`() async throws {
        for revision in [nil, "same"] {
            let transport = WireTransport(page(#""a""#, revision: revision, more: true))
            let error = await #expect(throws: AppStoreAPIError.self) {
                for try await _ in AppStoreServerAPI.over(transport).transactionHistory(for: TransactionID("1")) {}
            }
            #expect(error?.code == .invalidAnswer)
            #expect(transport.requests.count <= 2)
        }
    }

    @Test func `refunds and notifications come in pages too`() async throws {
        let refunds = WireTransport(script: [
            Answer.json(#"{"signedTransactions":["a"],"revision":"r","hasMore":true}"#),
            Answer.json(#"{"signedTransactions":["b"],"revision":"s","hasMore":false}"#),
        ])
        var signed: [SignedPayload] = []
        for try await page in AppStoreServerAPI.over(refunds).refundHistory(for: TransactionID("1")) {
            signed += page.signedTransactions
        }
        #expect(signed == ["a", "b"])
        let notifications = WireTransport(script: [
            Answer.json(#"{"paginationToken":"t","hasMore":true,"notificationHistory":[]}"#),
            Answer.json(#"{"hasMore":false,"notificationHistory":[{"signedPayload":"n"}]}"#),
        ])
        let request = NotificationHistoryRequest(
            startDate: Date(millisecondsSince1970: 1),
            endDate: Date(millisecondsSince1970: 2),
            onlyFailures: true
        )
        var payloads: [SignedPayload] = []
        for try await page in AppStoreServerAPI.over(notifications).notificationHistory(request) {
            payloads += page.notificationHistory.map(\.signedPayload)
        }
        #expect(payloads == ["n"])
        #expect(notifications.calls.last == "POST /inApps/v1/notifications/history?paginationToken=t")
        #expect(notifications.requests.last?.body == Data(#"{"endDate":2,"onlyFailures":true,"startDate":1}"#.utf8))
    }

    @Test func `an unknown identifier is looked for in the sandbox`() async throws {
        let production = WireTransport(Answer.error(.transactionIdNotFound))
        let sandbox = WireTransport(Answer.json(#"{"signedTransactionInfo":"s"}"#))
        let probe = EnvironmentProbe(
            production: .over(production),
            sandbox: .over(sandbox, environment: .sandbox)
        )
        let found = try await probe { try await $0.transaction("1") }
        #expect(found.environment == .sandbox)
        #expect(found.answer.signedTransactionInfo == "s")
    }

    @Test func `a subscription that production does not know is looked for in the sandbox`() async throws {
        let production = WireTransport(Answer.error(.originalTransactionIdNotFound))
        let sandbox = WireTransport(Answer.json(#"{"originalTransactionId":"1","success":true}"#))
        let probe = EnvironmentProbe(production: .over(production), sandbox: .over(sandbox, environment: .sandbox))
        let request = ExtendRenewalDateRequest(extendByDays: 7, extendReasonCode: .other, requestIdentifier: "r")
        let found = try await probe { try await $0.extendRenewalDate(of: "1", request) }
        #expect(found.environment == .sandbox)
    }

    @Test func `another failure of production says nothing about the sandbox`() async {
        let production = WireTransport(Answer.error(.accountNotFound))
        let sandbox = WireTransport()
        let probe = EnvironmentProbe(production: .over(production), sandbox: .over(sandbox, environment: .sandbox))
        await #expect(throws: AppStoreAPIError.self) { try await probe { try await $0.transaction("1") } }
        #expect(sandbox.requests.isEmpty)
    }
}
