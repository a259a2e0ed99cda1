// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ServerAPICommandTests {
    struct APIError: Decodable {
        var errorCode: Int64
    }

    struct StatusAnswer: Decodable {
        struct Group: Decodable {
            struct Item: Decodable {
                var status: Int
                var originalTransactionId: OriginalTransactionID
                var signedRenewalInfo: SignedPayload
            }
            var subscriptionGroupIdentifier: String
            var lastTransactions: [Item]
        }
        var data: [Group]
    }

    struct Extension: Encodable {
        var extendByDays: Int? = 7
        var extendReasonCode: Int? = 1
        var requestIdentifier: String? = "a"
    }

    private func put(
        _ simulated: SimulatedService,
        _ path: String,
        _ body: some Encodable,
        method: HTTPMethod = .put
    ) async throws -> InProcessClient.Response {
        try await simulated.production.send(method, path, headers: try simulated.token(), json: body)
    }

    @Test func `subscription statuses tell each group's state and can be filtered`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("silver").originalTransactionId
        let headers = try simulated.token()
        let path = "/inApps/v1/subscriptions/\(id)"
        let active = try await simulated.production.send(.get, path, headers: headers).json(StatusAnswer.self)
        #expect(active.data.map(\.subscriptionGroupIdentifier) == ["group"])
        #expect(active.data.first?.lastTransactions.map(\.status) == [1])
        let none = try await simulated.production.send(.get, path + "?status=2&status=5", headers: headers)
        #expect(try none.json(StatusAnswer.self).data.isEmpty)
        let wrong = try await simulated.production.send(.get, path + "?status=9", headers: headers)
        #expect(try wrong.json(APIError.self).errorCode == 4_000_031)
    }

    @Test func `a renewal date is extended, twice a year at most`() async throws {
        struct Answer: Decodable {
            var success: Bool
            var effectiveDate: Date
        }
        let simulated = try SimulatedService()
        let id = try await simulated.buy("silver").originalTransactionId
        let path = "/inApps/v1/subscriptions/extend/\(id)"
        let answer = try await put(simulated, path, Extension()).json(Answer.self)
        #expect(answer.success)
        // A month from 15 June, and seven days.
        #expect(answer.effectiveDate == SimulatedService.start.addingTimeInterval(37 * 86_400))
        #expect(try await put(simulated, path, Extension()).status == .ok)
        #expect(try await put(simulated, path, Extension()).json(APIError.self).errorCode == 4_030_005)
    }

    @Test(
        arguments: [
            (Extension(extendByDays: 0), 4_000_009), (Extension(extendByDays: 91), 4_000_009),
            (Extension(extendReasonCode: 4), 4_000_010), (Extension(requestIdentifier: ""), 4_000_011),
            (Extension(requestIdentifier: nil), 4_000_011),
        ] as [(Extension, Int64)]
    )
    func `an extension that is not good has its own error`(body: Extension, code: Int64) async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("silver").originalTransactionId
        let answer = try await put(simulated, "/inApps/v1/subscriptions/extend/\(id)", body)
        #expect(try answer.json(APIError.self).errorCode == code)
    }

    @Test func `an extension of nothing and of something else is not found`() async throws {
        let simulated = try SimulatedService()
        let unknown = try await put(simulated, "/inApps/v1/subscriptions/extend/123", Extension())
        #expect(try unknown.json(APIError.self).errorCode == 4_040_005)
        let malformed = try await put(simulated, "/inApps/v1/subscriptions/extend/x", Extension())
        #expect(try malformed.json(APIError.self).errorCode == 4_000_008)
    }

    @Test func `a mass extension is asked for, and its outcome told when it is done`() async throws {
        struct Mass: Encodable {
            var extendByDays = 3
            var extendReasonCode = 3
            var requestIdentifier = "f2fd1fbb-1b3f-4b1e-a5a8-3f8fbcfb5c64"
            var productId = "silver"
            var storefrontCountryCodes: [String]? = ["USA"]
        }
        struct Answer: Decodable {
            var complete: Bool
            var succeededCount: Int?
        }
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        try await simulated.buy("silver", by: "bob")
        let path = "/inApps/v1/subscriptions/extend/mass"
        #expect(try await put(simulated, path, Mass(), method: .post).status == .ok)
        let status = "\(path)/silver/\(Mass().requestIdentifier)"
        let early = try await simulated.production.send(.get, status, headers: try simulated.token())
        #expect(try early.json(Answer.self).complete == false)
        _ = try await simulated.advance(by: "P1D")
        let late = try await simulated.production.send(.get, status, headers: try simulated.token())
        #expect(try late.json(Answer.self).succeededCount == 2)
        for (mass, code) in [
            (Mass(storefrontCountryCodes: []), 4_000_027), (Mass(storefrontCountryCodes: ["ZZZ"]), 4_000_028),
            (Mass(productId: "none"), 4_000_023),
        ] as [(Mass, Int64)] {
            #expect(try await put(simulated, path, mass, method: .post).json(APIError.self).errorCode == code)
        }
        let unnamed = try await put(simulated, path, Mass(requestIdentifier: "outage-1"), method: .post)
        #expect(try unnamed.json(APIError.self).errorCode == 4_000_011)
        let wrong = try await simulated.production.send(.get, "\(path)/silver/none", headers: try simulated.token())
        #expect(try wrong.json(APIError.self).errorCode == 4_000_011)
        let unknown = try await simulated.production.send(
            .get,
            "\(path)/silver/\(UUID().uuidString)",
            headers: try simulated.token()
        )
        #expect(try unknown.json(APIError.self).errorCode == 4_040_009)
    }

    @Test func `devices that come at once for a new customer get one account`() async throws {
        let simulated = try SimulatedService()
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<32 {
                group.addTask { try await simulated.sandbox.send(.get, "/simulator/v1/devices/new").status }
            }
            return try await group.reduce(into: Set<HTTPStatus>()) { $0.insert($1) }
        }
        #expect(statuses == [.ok])
    }

    @Test(arguments: ["", "/"]) func `a mass extension is accepted with and without a slash at its path's end`(
        end: String
    ) async throws {
        struct Mass: Encodable {
            var extendByDays = 3
            var extendReasonCode = 3
            var requestIdentifier = "f2fd1fbb-1b3f-4b1e-a5a8-3f8fbcfb5c64"
            var productId = "silver"
        }
        let simulated = try SimulatedService()
        let path = "/inApps/v1/subscriptions/extend/mass" + end
        #expect(try await put(simulated, path, Mass(), method: .post).status == .ok)
    }

    @Test func `one identifier names a mass extension in each environment`() async throws {
        struct Answer: Decodable {
            var complete: Bool
            var succeededCount: Int?
        }
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        try await simulated.buy("silver", by: "tester", in: .sandbox)
        let path = "/inApps/v1/subscriptions/extend/mass"
        let mass: JSONValue = [
            "extendByDays": 3, "extendReasonCode": 3, "requestIdentifier": "f2fd1fbb-1b3f-4b1e-a5a8-3f8fbcfb5c64",
            "productId": "silver",
        ]
        let clients = [simulated.sandbox, simulated.production]
        for client in clients {
            let answer = try await client.send(.post, path, headers: try simulated.token(), json: mass)
            #expect(answer.status == .ok)
        }
        _ = try await simulated.advance(by: "PT2M")
        for client in clients {
            let status = try await client.send(
                .get,
                "\(path)/silver/f2fd1fbb-1b3f-4b1e-a5a8-3f8fbcfb5c64",
                headers: try simulated.token()
            ).json(Answer.self)
            #expect(status.complete && status.succeededCount == 1)
        }
    }

    @Test func `a mass extension is another app's secret`() async throws {
        var catalog = Catalog.example
        catalog.apps.append(
            CatalogApp(bundleID: "com.example.other", appAppleID: AppAppleID(rawValue: 2), name: "Other")
        )
        let simulated = try SimulatedService { [catalog] in $0.catalog = catalog }
        let path = "/inApps/v1/subscriptions/extend/mass"
        let name = "f2fd1fbb-1b3f-4b1e-a5a8-3f8fbcfb5c64"
        let mass: JSONValue = [
            "extendByDays": 3, "extendReasonCode": 3, "requestIdentifier": .string(name), "productId": "silver",
        ]
        #expect(try await put(simulated, path, mass, method: .post).status == .ok)
        let key = simulated.service.apiKeys[1]
        let other = try simulated.token {
            $0.keyID = key.keyID
            $0.key = try! PrivateKey(pem: key.privateKeyPEM)
            $0.bundleID = key.bundleID
        }
        let answer = try await simulated.production.send(.get, "\(path)/silver/\(name)", headers: other)
        #expect(try answer.json(APIError.self).errorCode == 4_040_009)
    }

    private struct AppTransactionAnswer: Decodable {
        var signedAppTransactionInfo: SignedPayload
    }

    private func appTransaction(
        _ answer: AppTransactionAnswer,
        _ simulated: SimulatedService
    ) throws -> AppTransactionID {
        let verified = try simulated.verifier(.sandbox).verify(
            answer.signedAppTransactionInfo,
            as: AppTransactionPayload.self,
            asOf: SimulatedService.start
        )
        return try #require(verified.payload.appTransactionId)
    }

    @Test(arguments: [true, false])
    func `who has only downloaded the app has an app transaction`(clears: Bool) async throws {
        let simulated = try SimulatedService()
        _ = try await simulated.sandbox.send(.post, "/simulator/v1/customers", json: ["id": "alice"])
        _ = try await simulated.service.perform(.download("alice", app: SimulatedService.bundle))
        if clears {
            try await simulated.buy("coins", in: .sandbox)
            _ = try await simulated.sandbox.send(.delete, "/simulator/v1/customers/alice/history")
        }
        let device = try await simulated.sandbox.send(.get, "/simulator/v1/devices/alice")
        let id = try appTransaction(device.json(), simulated)
        let path = "/inApps/v1/transactions/appTransactions/\(id)"
        let answer = try await simulated.sandbox.send(.get, path, headers: try simulated.token())
        #expect(answer.status == .ok)
        #expect(try appTransaction(answer.json(), simulated) == id)
        let elsewhere = try await simulated.production.send(.get, path, headers: try simulated.token())
        #expect(try elsewhere.json(APIError.self).errorCode == 4_040_010)
    }

    @Test func `an app transaction's identifier has an error of its own where none is received`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("coins")
        let id = try #require(
            try simulated.verifier().verify(
                purchase.signedTransactionInfo,
                as: TransactionPayload.self,
                asOf: SimulatedService.start
            ).payload.appTransactionId
        )
        let headers = try simulated.token()
        let info = try await simulated.production.send(.get, "/inApps/v1/transactions/\(id)", headers: headers)
        #expect(info.status == .badRequest)
        #expect(try info.json(APIError.self).errorCode == 4_000_048)
        let consumption = try await put(simulated, "/inApps/v2/transactions/consumption/\(id)", [:] as JSONValue)
        #expect(consumption.status == .badRequest)
        #expect(try consumption.json(APIError.self).errorCode == 4_000_048)
        let sandbox = try await simulated.sandbox.send(.get, "/inApps/v1/transactions/\(id)", headers: headers)
        #expect(try sandbox.json(APIError.self).errorCode == 4_040_010)
    }

    @Test func `consumption information is accepted with consent only`() async throws {
        struct Information: Encodable {
            var customerConsented = true
            var deliveryStatus = "DELIVERED"
            var sampleContentProvided = false
            var consumptionPercentage: Int? = 100_000
            var refundPreference: String? = "DECLINE"
        }
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        let path = "/inApps/v2/transactions/consumption/\(id)"
        #expect(try await put(simulated, path, Information()).status == .accepted)
        for (body, code) in [
            (Information(customerConsented: false), 4_000_035), (Information(deliveryStatus: "LOST"), 4_000_036),
            (Information(refundPreference: "ALL"), 4_000_044),
        ] as [(Information, Int64)] {
            #expect(try await put(simulated, path, body).json(APIError.self).errorCode == code)
        }
        let lifetime = try await simulated.buy("lifetime").transactionId
        let wrong = try await put(simulated, "/inApps/v2/transactions/consumption/\(lifetime)", Information())
        #expect(try wrong.json(APIError.self).errorCode == 4_000_047)
    }

    @Test func `consumption information decides about a refund that was asked for`() async throws {
        struct Information: Encodable {
            var customerConsented = true
            var deliveryStatus = "DELIVERED"
            var sampleContentProvided = false
            var refundPreference = "DECLINE"
        }
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        _ = try await simulated.production.send(.post, "/simulator/v1/transactions/\(id)/refund-request")
        _ = try await put(simulated, "/inApps/v2/transactions/consumption/\(id)", Information())
        #expect(try await simulated.advance(by: "P3D") == ["REFUND_DECLINED"])
    }

    @Test func `the token of a purchase can be set, on the original transaction only`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("silver")
        let path = "/inApps/v1/transactions/\(purchase.originalTransactionId)/appAccountToken"
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        #expect(try await put(simulated, path, ["appAccountToken": token]).status == .ok)
        let wrong = try await put(simulated, path, ["appAccountToken": "x"])
        #expect(try wrong.json(APIError.self).errorCode == 4_000_183)
        _ = try await simulated.advance(by: "P40D")
        let list = try await simulated.production.send(.get, "/simulator/v1/transactions")
        #expect(list.text.contains(token))
        let renewal = try #require(
            try list.json(Transactions.self).transactions.map(\.transaction.transactionId)
                .first { $0 != purchase.transactionId }
        )
        let later = try await put(
            simulated,
            "/inApps/v1/transactions/\(renewal)/appAccountToken",
            ["appAccountToken": token]
        )
        #expect(try later.json(APIError.self).errorCode == 4_000_187)
    }

    @Test func `an order number leads to its transaction in production only`() async throws {
        struct Order: Decodable {
            var status: Int
            var signedTransactions: [SignedPayload]
        }
        struct Bought: Decodable {
            var orderId: String
        }
        let simulated = try SimulatedService()
        let bought = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: PurchaseRequest(customer: "alice", product: "coins")
        )
        let path = "/inApps/v1/lookup/\(try bought.json(Bought.self).orderId)"
        let found = try await simulated.production.send(.get, path, headers: try simulated.token())
        #expect(try found.json(Order.self).status == 0)
        #expect(try found.json(Order.self).signedTransactions.count == 1)
        let sandbox = try await simulated.sandbox.send(.get, path, headers: try simulated.token())
        #expect(try sandbox.json(Order.self).status == 1)
        let unknown = try await simulated.production.send(
            .get,
            "/inApps/v1/lookup/nothing",
            headers: try simulated.token()
        )
        #expect(try unknown.json(Order.self).status == 1)
    }

    @Test func `too many requests in an hour are answered 429 with the instant in milliseconds`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen(.sandbox)
        let headers = try simulated.token()
        for _ in 0..<360 {
            let answer = try await simulated.sandbox.send(.post, "/inApps/v1/notifications/test", headers: headers)
            guard answer.status == .ok else { throw UnexpectedAnswer(text: answer.text) }
        }
        let refused = try await simulated.sandbox.send(.post, "/inApps/v1/notifications/test", headers: headers)
        #expect(refused.status == .tooManyRequests)
        #expect(try refused.json(APIError.self).errorCode == 4_290_000)
        // The hour in which the clock began ends at 1,750,003,200 s.
        #expect(refused.headers["retry-after"] == "1750003200000")
        _ = try await simulated.advance(by: "PT1H")
        let received = try await simulated.sandbox.send(.post, "/inApps/v1/notifications/test", headers: headers)
        #expect(received.status == .ok)
    }

    @Test(arguments: [(401, 401), (429, 429), (500, 500), (503, 503)])
    func `a fault answers instead of the interface, once`(status: Int, seen: Int) async throws {
        struct Faults: Encodable {
            var api: [String: [Int]]
        }
        let simulated = try SimulatedService()
        let id = try await simulated.buy("coins").transactionId
        _ = try await simulated.production.send(
            .put,
            "/simulator/v1/faults",
            json: Faults(api: ["next": [status]])
        )
        let path = "/inApps/v1/transactions/\(id)"
        let first = try await simulated.production.send(.get, path, headers: try simulated.token())
        #expect(first.status.rawValue == seen)
        let second = try await simulated.production.send(.get, path, headers: try simulated.token())
        #expect(second.status == .ok)
    }

    struct Transactions: Decodable {
        struct Item: Decodable {
            var transaction: TransactionPayload
        }
        var transactions: [Item]
    }
}
