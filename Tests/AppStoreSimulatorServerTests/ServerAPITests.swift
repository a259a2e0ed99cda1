// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ServerAPITests {
    struct TransactionInfo: Decodable {
        var signedTransactionInfo: SignedPayload
    }

    struct APIError: Decodable, Equatable {
        var errorCode: Int64
        var errorMessage: String
    }

    @Test func `Get Transaction Info answers with the transaction signed as of now`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("coins")
        _ = try await simulated.advance(by: "P1D")
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v1/transactions/\(purchase.transactionId)",
            headers: try simulated.token()
        )
        #expect(answer.status == .ok)
        let verified = try simulated.verifier().verify(
            try answer.json(TransactionInfo.self).signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(verified.payload.transactionId == purchase.transactionId)
        // Older by a moment than whatever happens next, should the clock stop.
        let now = SimulatedService.start.millisecondsSince1970 + 86_400_000
        #expect(verified.payload.signedDate == Date(millisecondsSince1970: now - 1))
    }

    @Test func `a production transaction is not found in the sandbox`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("coins")
        let answer = try await simulated.sandbox.send(
            .get,
            "/inApps/v1/transactions/\(purchase.transactionId)",
            headers: try simulated.token()
        )
        #expect(answer.status == .notFound)
        #expect(
            try answer.json(APIError.self)
                == APIError(errorCode: 4_040_010, errorMessage: "Transaction id not found.")
        )
    }

    @Test func `Apple's host names choose the environment whatever the port`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("coins", in: .sandbox)
        var headers = try simulated.token()
        headers["Host"] = "api.storekit-sandbox.apple.com"
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v1/transactions/\(purchase.transactionId)",
            headers: headers
        )
        #expect(answer.status == .ok)
    }

    @Test func `without a good token the answer is plain text`() async throws {
        let simulated = try SimulatedService()
        let wrong: [HTTPHeaders] = [
            [:], ["Authorization": "Bearer x.y.z"],
            try simulated.token { $0.issuerID = "someone-else" },
            try simulated.token { $0.keyID = "NOSUCHKEY1" },
            try simulated.token { $0.bundleID = "com.example.other" },
            try simulated.token { $0.key = try! PrivateKey.generate(.p256) },
        ]
        for headers in wrong {
            let answer = try await simulated.production.send(.get, "/inApps/v1/transactions/1", headers: headers)
            #expect(answer.status == .unauthorized)
            #expect(answer.headers["content-type"] == "text/plain")
            #expect(answer.text.hasPrefix("Unauthenticated\n\nRequest ID: "))
            #expect(answer.text.hasSuffix(".0.0\n"))
        }
    }

    @Test func `a test notification is sent, and its status is known once it was`() async throws {
        struct Token: Decodable {
            var testNotificationToken: String
        }
        struct Status: Decodable {
            struct Attempt: Decodable {
                var sendAttemptResult: String
            }
            var signedPayload: SignedPayload
            var sendAttempts: [Attempt]
        }
        let simulated = try SimulatedService()
        let headers = try simulated.token()
        let without = try await simulated.production.send(.post, "/inApps/v1/notifications/test", headers: headers)
        #expect(try without.json(APIError.self).errorCode == 4_040_007)
        try await simulated.listen()
        let asked = try await simulated.production.send(.post, "/inApps/v1/notifications/test", headers: headers)
        let token = try asked.json(Token.self).testNotificationToken
        await simulated.service.runUntilIdle()
        let answer = try await simulated.production.send(
            .get,
            "/inApps/v1/notifications/test/\(token)",
            headers: headers
        )
        let status = try answer.json(Status.self)
        #expect(status.sendAttempts.map(\.sendAttemptResult) == ["SUCCESS"])
        let verified = try simulated.verifier().verifyNotification(
            status.signedPayload,
            asOf: SimulatedService.start
        )
        #expect(verified.notification.payload.notificationType == .test)
        let malformed = try await simulated.production.send(
            .get,
            "/inApps/v1/notifications/test/x",
            headers: headers
        )
        #expect(try malformed.json(APIError.self).errorCode == 4_000_020)
    }
}
