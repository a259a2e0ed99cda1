// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ControlTests {
    @Test func `a purchase answers with a transaction that verifies under the simulator's root`() async throws {
        let simulated = try SimulatedService()
        let token = "0f8fad5b-d9cb-469f-a165-70867728950e"
        let purchase = try await simulated.buy("coins", quantity: 3, token: token)
        let verified = try simulated.verifier().verify(
            purchase.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(verified.payload.transactionId == purchase.transactionId)
        #expect(verified.payload.quantity == 3)
        #expect(verified.payload.appAccountToken?.description == token)
        #expect(verified.payload.environment == .production)
    }

    @Test func `a subscription's purchase carries its renewal info`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("silver")
        let document = try #require(purchase.signedRenewalInfo)
        let verified = try simulated.verifier().verify(
            document,
            as: RenewalInfoPayload.self,
            asOf: SimulatedService.start
        )
        #expect(verified.payload.originalTransactionId == purchase.originalTransactionId)
        #expect(verified.payload.autoRenewProductId == "silver")
    }

    @Test func `a purchase on the sandbox's port is a sandbox purchase`() async throws {
        let simulated = try SimulatedService()
        let purchase = try await simulated.buy("coins", in: .sandbox)
        let verified = try simulated.verifier(.sandbox).verify(
            purchase.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start
        )
        #expect(verified.payload.environment == .sandbox)
    }

    @Test(
        arguments: [
            (#"{"customer":"a","product":"nothing"}"#, 404, "unknown-product"),
            (#"{"customer":"a","product":"coins","quantity":99}"#, 400, "invalid-quantity"),
            (#"{"customer":"a"}"#, 400, "invalid-body"),
            ("no json", 400, "invalid-body"),
        ]
    )
    func `a purchase that is refused says why`(body: String, status: Int, code: String) async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            headers: ["Content-Type": "application/json"],
            body: Data(body.utf8)
        )
        #expect(answer.status.rawValue == status)
        #expect(answer.text.contains("\"code\":\"\(code)\""))
    }

    @Test func `a customer whose card fails gets 402, and nothing was bought`() async throws {
        let simulated = try SimulatedService()
        _ = try await simulated.production.send(
            .post,
            "/simulator/v1/customers",
            json: ["id": "broke", "payment": "fails"]
        )
        let answer = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: PurchaseRequest(customer: "broke", product: "coins")
        )
        #expect(answer.status == 402)
        let list = try await simulated.production.send(.get, "/simulator/v1/transactions?customer=broke")
        #expect(list.text == #"{"transactions":[]}"#)
    }

    @Test func `asking to buy waits until it is approved`() async throws {
        struct Answer: Decodable {
            struct Pending: Decodable { var id: String }
            var pending: Pending
        }
        let simulated = try SimulatedService()
        _ = try await simulated.production.send(.post, "/simulator/v1/customers", json: ["id": "child"])
        _ = try await simulated.production.send(
            .patch,
            "/simulator/v1/customers/child",
            json: ["asksToBuy": true]
        )
        let asked = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: PurchaseRequest(customer: "child", product: "coins")
        )
        #expect(asked.status == .accepted)
        let id = try asked.json(Answer.self).pending.id
        let approved = try await simulated.production.send(.post, "/simulator/v1/pending/\(id)/complete")
        #expect(approved.status == .created)
    }

    @Test func `the root certificate can be fetched in both forms`() async throws {
        let simulated = try SimulatedService()
        let der = try await simulated.production.send(.get, "/simulator/v1/certificates/root.cer")
        #expect(der.body == simulated.service.rootCertificate.der)
        let pem = try await simulated.production.send(.get, "/simulator/v1/certificates/root.pem")
        #expect(try Certificate(pem: pem.text) == simulated.service.rootCertificate)
    }

    @Test func `the status lists the clock, the apps and the notification URLs`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        let answer = try await simulated.production.send(.get, "/simulator/v1/status")
        #expect(answer.text.contains("\"now\":1750000000000"))
        #expect(answer.text.contains("\"Production\":\"https://example.com/apple\""))
    }

    @Test(arguments: [
        ("POST", "/purchases", #"{"customer": "alice", "product": "coins", "offer": "half"}"#, "offer"),
        ("POST", "/clock/advance", #"{"days": 3}"#, "days"),
        (
            "PUT", "/settings/Production", #"{"grace": {"dyas": 16, "days": 16, "onlyAfterPaidPeriods": false}}"#,
            "grace.dyas"
        ),
        ("PUT", "/settings", #"{"sandbox": {"graec": {}}}"#, "sandbox.graec"),
        ("PUT", "/faults", #"{"api": {"fialedPerMille": 3}}"#, "api.fialedPerMille"),
    ])
    func `a misspelled request is rejected by its name and changes nothing`(
        method: String,
        path: String,
        body: String,
        name: String
    ) async throws {
        let simulated = try SimulatedService()
        let before = try await simulated.production.send(.get, "/simulator/v1/settings").text
        let answer = try await simulated.production.send(
            HTTPMethod(rawValue: method),
            "/simulator/v1" + path,
            json: try AppStoreJSON.decode(JSONValue.self, from: Data(body.utf8))
        )
        #expect(answer.status == .badRequest)
        let problem = try answer.json(JSONValue.self)
        #expect(problem["code"]?.string == "unknown-member")
        #expect(problem["detail"]?.string?.hasPrefix("Unknown member: '\(name)'.") == true, "\(answer.text)")
        #expect(try await simulated.production.send(.get, "/simulator/v1/settings").text == before)
        #expect(try await simulated.production.send(.get, "/simulator/v1/customers").text.contains("alice") == false)
    }

    @Test(arguments: [
        ("PUT", "/settings/production", #"{"rate": {"every": {"seconds": 0}}}"#),
        ("PUT", "/settings/production", #"{"rate": {"monthly": {"seconds": -5}}}"#),
        ("PUT", "/settings/production", #"{"rate": {"monthly": {"seconds": 9223372036854775807}}}"#),
        ("PUT", "/settings/production", #"{"grace": {"days": 9223372036854775807, "onlyAfterPaidPeriods": false}}"#),
        ("PUT", "/settings/production", #"{"grace": {"days": 29, "onlyAfterPaidPeriods": false}}"#),
        ("PUT", "/settings", #"{"sandbox": {"priceIncreaseNoticeDays": 9223372036854775807}}"#),
        ("PUT", "/settings/production", #"{"refunds": {"decisionHours": 9223372036854775807}}"#),
        ("PUT", "/settings/production", #"{"renewalLimit": {"total": {"_0": -1}}}"#),
        ("PUT", "/settings/production", #"{"taxBasisPoints": {"DEU": -10000}}"#),
        ("PUT", "/settings/production", #"{"proceedsBasisPoints": 9223372036854775807}"#),
        ("PUT", "/settings/production", #"{"faults": {"droppedPerMille": 1001}}"#),
        ("PUT", "/settings/production", #"{"faults": {"maximumDelaySeconds": 9223372036854775807}}"#),
        ("PUT", "/settings/production", #"{"faults": {"clockSkewSeconds": 9223372036854775807}}"#),
        ("PUT", "/products/coins/price", #"{"price": 9223372036854775807}"#),
        ("PUT", "/products/coins/price", #"{"price": -1}"#),
        // A billion dollars are more dong than are counted here.
        ("PUT", "/products/coins/price", #"{"price": 1000000000000}"#),
        ("POST", "/transactions/1/refund", #"{"percentage": 250000}"#),
        ("POST", "/transactions/1/refund", #"{"percentage": 0}"#),
        ("POST", "/transactions/1/refund-decision", #"{"decision": "prorated", "percentage": 100001}"#),
        ("PUT", "/faults", #"{"api": {"status": -1, "failedPerMille": 1000}}"#),
        ("PUT", "/faults", #"{"api": {"next": [500, 200]}}"#),
        ("PUT", "/faults", #"{"api": {"failedPerMille": 1001}}"#),
        ("PUT", "/faults", #"{"api": {"delayMilliseconds": 60001}}"#),
        ("PUT", "/faults", #"{"droppedConnectionsPerMille": -1}"#),
        ("PUT", "/faults", #"{"tlsRefusedPerMille": 1001}"#),
        ("PUT", "/faults", #"{"verifyReceipt": 0}"#),
        (
            "POST", "/commands",
            #"{"changeCustomer": {"_0": "alice", "_1": {"rate": {"_0": {"every": {"seconds": 0}}}}}}"#
        ),
        ("POST", "/clock/advance", #"{"by": "P\#(String(repeating: "999999Y", count: 300))"}"#),
        ("POST", "/clock/advance", #"{"by": "P\#(String(repeating: "999999W", count: 300))"}"#),
    ])
    func `a number that no store could act upon is refused, and everything continues`(
        method: String,
        path: String,
        body: String
    ) async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        let before = try await simulated.production.send(.get, "/simulator/v1/settings").text
        let answer = try await simulated.production.send(
            HTTPMethod(rawValue: method),
            "/simulator/v1" + path,
            headers: ["Content-Type": "application/json"],
            body: Data(body.utf8)
        )
        #expect(answer.status == .badRequest, "\(answer.text)")
        #expect(try await simulated.production.send(.get, "/simulator/v1/settings").text == before)
        #expect(try await simulated.production.send(.get, "/simulator/v1/faults").text == "{}")
        #expect(try await simulated.production.send(.get, "/simulator/v1/clock").status == .ok)
        #expect(try await simulated.advance(by: "P40D") == ["DID_RENEW"])
    }

    @Test func `every member of a body that may be left out is understood`() async throws {
        let simulated = try SimulatedService { $0.catalog = .withOffers }
        let patched = try await simulated.production.send(
            .post,
            "/simulator/v1/customers",
            json: ["id": "kim"] as JSONValue
        )
        #expect(patched.status == .created)
        let change: JSONValue = ["asksToBuy": true, "interruptsPurchases": true, "allowsPurchases": true, "payment": 2]
        #expect(try await simulated.production.send(.patch, "/simulator/v1/customers/kim", json: change).status == .ok)
        let purchase = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: [
                "customer": "ann", "product": "silver", "applicationUsername": "user-77",
                "introductoryEligibility": true,
            ] as JSONValue
        )
        #expect(purchase.status == .created)
    }

    @Test func `without a data folder a save is refused with what to do`() async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(
            .post,
            "/simulator/v1/save",
            json: ["name": "monday"] as JSONValue
        )
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("--data DIR"))
    }
}
