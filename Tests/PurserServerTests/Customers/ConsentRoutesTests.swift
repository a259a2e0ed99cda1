// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Consents by their documented names.
@Suite struct ConsentRoutesTests {
    private let path = "/v1/customers/anna/consents"

    @Test(arguments: [
        "consumption", "Consumption-Information", "consumption_information", "consumption-information ", "marketing",
        "同意",
    ])
    func `an unknown subject is refused with the subjects that exist`(name: String) async throws {
        let shop = try await TestShop()
        let escaped = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for method in [HTTPMethod.put, .get] {
            let answer = try await shop.send(method, path + "/" + escaped, method == .put ? ["isGranted": true] : nil)
            #expect(answer.status.rawValue == 422, "\(name)")
            #expect(answer.code == "unknown-consent-subject")
            let detail = try answer.json(ProblemBody.self).detail
            #expect(detail.contains("Did you mean 'consumption-information'?"))
            #expect(detail.contains("The subjects are 'consumption-information'."))
        }
        let facts = try await shop.database.read {
            try $0.facts(naming: "anna", in: AppScope(bundleID: TestShop.app, environment: .production))
        }
        #expect(facts.isEmpty)
    }

    @Test func `a consent is given, read and withdrawn, and a repetition stores nothing`() async throws {
        let shop = try await TestShop()
        let one = path + "/consumption-information"
        func read() async throws -> ConsentBody { try await shop.send(.get, one).json() }
        let never = try await read()
        #expect(!never.isGranted && never.changed == nil)
        for _ in 0..<3 { #expect(try await shop.send(.put, one, ["isGranted": true]).status == .noContent) }
        let given = try await read()
        #expect(given.isGranted && given.changed == TestClock.start)
        shop.clock.advance(60)
        #expect(try await shop.send(.put, one, ["isGranted": false]).status == .noContent)
        let list: ConsentList = try await shop.send(.get, path).json()
        #expect(list.consents.map(\.subject) == Consent.Subject.all)
        #expect(list.consents.allSatisfy { !$0.isGranted && $0.changed == shop.clock.now })
        let facts = try await shop.database.read {
            try $0.facts(naming: "anna", in: AppScope(bundleID: TestShop.app, environment: .production))
        }
        #expect(facts.count == 2)
    }

    @Test func `one customer's token neither reads nor gives another customer's consent`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/bob/tokens").json()
        for key in [made.token, shop.publishableKey] {
            #expect(try await shop.send(.get, path, key: key).status == .forbidden)
            let one = path + "/consumption-information"
            #expect(try await shop.send(.get, one, key: key).status == .forbidden)
            #expect(try await shop.send(.put, one, ["isGranted": true], key: key).status == .forbidden)
        }
    }

    @Test func `the contract lists the subjects`() async throws {
        let shop = try await TestShop()
        let contract: JSONValue = try await shop.send(.get, "/openapi.json", key: "").json()
        let route = contract["paths"]?["/v1/customers/{customer}/consents/{subject}"]
        for method in ["get", "put"] {
            guard case .array(let parameters) = route?[method]?["parameters"] else {
                Issue.record("no parameters of \(method)")
                continue
            }
            let subject = parameters.first { $0["name"] == "subject" }
            #expect(subject?["schema"]?["enum"] == .array(Consent.Subject.all.map { .string($0.rawValue) }))
        }
    }

    @Test func `Apple's question is answered after a consent by the name that the contract lists`() async throws {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { _ in HTTPClientResponse(status: 202) }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
        let bought = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(bought, customer: "anna")
        func ask() async throws -> Int {
            try await shop.notify(.about(.consumptionRequest, nil, bought, id: UUID(), signed: shop.clock.now))
            try await shop.service.consumption.respondToConsumptionRequests()
            return transport.requests.count { $0.url.contains("consumption") }
        }
        #expect(try await ask() == 0)
        let list: ConsentList = try await shop.send(.get, path).json()
        for consent in list.consents {
            #expect(try await shop.send(.put, path + "/\(consent.subject)", ["isGranted": true]).status == .noContent)
        }
        #expect(try await ask() == 1)
        for consent in list.consents {
            _ = try await shop.send(.put, path + "/\(consent.subject)", ["isGranted": false])
        }
        #expect(try await ask() == 1)
    }
}
