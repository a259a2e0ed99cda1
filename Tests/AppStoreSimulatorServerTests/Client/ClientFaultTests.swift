// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Testing

/// This package's own clients against a simulator that fails, and against its other faces.
@Suite struct ClientFaultTests {
    @Test func `failures that pass are waited out`() async throws {
        let clients = try SimulatedClients()
        let coins = try await clients.simulated.buy("coins").transactionId
        try await clients.fail(500, 503)
        clients.transport.lose(.prematureClose)
        _ = try await clients.production.transaction(coins)
        #expect(clients.transport.calls.count == 4)
        let waits = clients.clock.waits
        #expect(waits.count == 3 && waits == waits.sorted(), "\(waits)")
    }

    @Test func `a rate limit is waited out until Apple's own instant, in milliseconds`() async throws {
        let clients = try SimulatedClients(retry: RetryPolicy(deadline: .seconds(120)))
        let coins = try await clients.simulated.buy("coins").transactionId
        try await clients.fail(429)
        _ = try await clients.production.transaction(coins)
        #expect(clients.clock.waits == [60])
    }

    @Test func `a rate limit that outlasts the deadline is reported with its instant`() async throws {
        let clients = try SimulatedClients(retry: RetryPolicy(deadline: .seconds(30)))
        let coins = try await clients.simulated.buy("coins").transactionId
        try await clients.fail(429)
        let error = await #expect(throws: AppStoreAPIError.self) { try await clients.production.transaction(coins) }
        #expect(error?.apiErrorCode == .rateLimitExceeded)
        #expect(error?.retryAfter == SimulatedService.start.addingTimeInterval(60))
        #expect(clients.clock.waits.isEmpty)
    }

    @Test func `a token that is refused once is made again, and twice is an error`() async throws {
        let clients = try SimulatedClients()
        let coins = try await clients.simulated.buy("coins").transactionId
        try await clients.fail(401)
        _ = try await clients.production.transaction(coins)
        try await clients.fail(401, 401)
        let error = await #expect(throws: AppStoreAPIError.self) { try await clients.production.transaction(coins) }
        #expect(error?.code == .unauthenticated)
        #expect(error?.httpStatus == 401)
    }

    @Test func `what is not retryable is asked once`() async throws {
        let clients = try SimulatedClients()
        let error = await #expect(throws: AppStoreAPIError.self) { try await clients.production.transaction("99") }
        #expect(error?.apiErrorCode == .transactionIdNotFound)
        #expect(clients.transport.calls.count == 1)
    }

    @Test func `a request that must not be repeated is not sent twice when its answer is lost`() async throws {
        let clients = try SimulatedClients()
        try await clients.simulated.listen()
        clients.transport.lose(.timedOut)
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await clients.production.requestTestNotification()
        }
        #expect(error?.code == .noAnswer)
        #expect(clients.transport.calls.count == 1)
    }

    @Test func `the home of an identifier is found`() async throws {
        let clients = try SimulatedClients()
        let bought = try await clients.simulated.buy("coins").transactionId
        let tried = try await clients.simulated.buy("coins", by: "tester", in: .sandbox).transactionId
        let probe = EnvironmentProbe(production: clients.production, sandbox: clients.sandbox)
        #expect(try await probe { try await $0.transaction(bought) }.environment == .production)
        #expect(try await probe { try await $0.transaction(tried) }.environment == .sandbox)
        #expect(
            clients.transport.calls == [
                "GET production /inApps/v1/transactions/\(bought)", "GET production /inApps/v1/transactions/\(tried)",
                "GET sandbox /inApps/v1/transactions/\(tried)",
            ]
        )
    }

    @Test func `a receipt is sent to the environment it is from`() async throws {
        let clients = try SimulatedClients()
        try await clients.simulated.buy("silver")
        try await clients.simulated.buy("silver", by: "tester", in: .sandbox)
        let real: VerifyReceiptTests.Receipt = try await clients.simulated.production.send(
            .get,
            "/simulator/v1/customers/alice/receipt"
        ).json()
        let tried: VerifyReceiptTests.Receipt = try await clients.simulated.sandbox.send(
            .get,
            "/simulator/v1/customers/tester/receipt"
        ).json()
        let client = VerifyReceiptClient(
            password: real.sharedSecret,
            productionURL: SimulatedTransport.production + "/verifyReceipt",
            sandboxURL: SimulatedTransport.sandbox + "/verifyReceipt",
            transport: clients.transport,
            runtime: clients.clock.runtime
        )
        let fromSandbox = try await client.verify(tried.receipt)
        #expect(fromSandbox.environment == .sandbox && fromSandbox.document.status == .valid)
        let fromProduction = try await client.verify(real.receipt, first: .sandbox)
        #expect(fromProduction.environment == .production)
        #expect(fromProduction.document.latestReceiptInfo.map(\.productId) == ["silver"])
        let posts = clients.transport.calls.map { String($0.dropFirst("POST ".count).prefix { $0 != " " }) }
        #expect(posts == ["production", "sandbox", "sandbox", "production"])
    }

    @Test func `reports are fetched, unpacked and read, and a day without one says so`() async throws {
        let clients = try SimulatedClients()
        try await clients.simulated.buy("coins", quantity: 3)
        try await clients.simulated.buy("silver")
        let connect = try clients.connect()
        let day = SalesReportQuery(vendorNumber: "80012345", reportDate: "2025-06-15")
        let early = await #expect(throws: AppStoreAPIError.self) { try await connect.salesReport(day) }
        #expect(early?.code == .noReport)
        _ = try await clients.simulated.advance(by: "P3D")
        let sales = try await connect.salesReport(day, as: SalesReportRow.self)
        #expect(sales.lines.compactMap(\.units).reduce(0, +) == 4)
        let events = try await connect.salesReport(
            SalesReportQuery(vendorNumber: "80012345", reportType: .subscriptionEvent, reportDate: "2025-06-15"),
            as: SubscriptionEventReportRow.self
        )
        #expect(events.lines.map(\.event) == ["Subscribe"])
        _ = try await clients.simulated.advance(by: "P40D")
        let month = FinanceReportQuery(vendorNumber: "80012345", reportDate: "2025-09")
        let finance = try await connect.financeReport(month, as: FinancialReportRow.self)
        #expect(finance.lines.compactMap(\.quantity).reduce(0, +) == 4)
    }

    @Test func `what App Store Connect refuses is reported in its words`() async throws {
        let clients = try SimulatedClients()
        let connect = try clients.connect()
        let unknown = SalesReportQuery(vendorNumber: "unknown", reportDate: "2025-06-15")
        let error = await #expect(throws: AppStoreAPIError.self) { try await connect.salesReport(unknown) }
        #expect(error?.code == .refused && error?.httpStatus == 400)
        #expect(error?.message.contains("PARAMETER_ERROR.INVALID") == true)
        #expect(error?.message.contains("filter[vendorNumber]") == true)
        #expect(clients.transport.calls.count == 1)
    }
}
