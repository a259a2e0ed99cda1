// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// Purchases made elsewhere, and what is reported of them.
@Suite struct ExternalPurchaseTests {
    private struct Token: Decodable {
        var externalPurchaseId: String
        var token: String
    }

    private func leave(_ clients: SimulatedClients) async throws -> Token {
        let answer = try await clients.simulated.production.send(
            .post,
            "/simulator/v1/external-purchases",
            json: ["customer": "alice"]
        )
        #expect(answer.status == .created)
        return try answer.json()
    }

    private func line(_ id: String, refunding: String? = nil) -> ExternalPurchaseLineItem {
        ExternalPurchaseLineItem(
            lineItemId: id,
            creationDate: 1_750_000_000_000,
            eventType: refunding == nil ? .buy : .refund,
            referenceLineItemId: refunding,
            productIdentifier: "course",
            quantity: 1
        )
    }

    @Test func `a token is reported, and the report comes back as it was sent`() async throws {
        let clients = try SimulatedClients()
        try await clients.simulated.listen()
        let token = try await leave(clients)
        let decoded = try AppStoreJSON.decode(
            ExternalPurchaseToken.self,
            from: try #require(Data(base64Encoded: token.token))
        )
        #expect(decoded.externalPurchaseId == token.externalPurchaseId)
        let report = ExternalPurchaseReport(
            requestIdentifier: UUID().uuidString.lowercased(),
            externalPurchaseId: token.externalPurchaseId,
            status: .lineItem,
            lineItems: [line("1"), line("2", refunding: "1")]
        )
        try await clients.production.sendExternalPurchaseReport(report)
        // Sent again after a lost answer, it is taken again.
        try await clients.production.sendExternalPurchaseReport(report)
        #expect(try await clients.production.externalPurchaseReport(report.requestIdentifier).body == report)
        let reminders = try await clients.simulated.advance(by: "P1M")
        #expect(reminders == ["EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER"])
    }

    @Test func `a token that nothing is reported of is reminded of`() async throws {
        let clients = try SimulatedClients()
        try await clients.simulated.listen()
        _ = try await leave(clients)
        #expect(try await clients.simulated.advance(by: "P1M") == ["EXTERNAL_PURCHASE_TOKEN.UNREPORTED"])
    }

    @Test func `reports that do not fit are refused`() async throws {
        let clients = try SimulatedClients()
        let token = try await leave(clients).externalPurchaseId
        func status(
            _ status: ExternalPurchaseReportStatus,
            of id: String,
            _ lines: [ExternalPurchaseLineItem]?
        ) async throws -> Int? {
            let report = ExternalPurchaseReport(
                requestIdentifier: UUID().uuidString,
                externalPurchaseId: id,
                status: status,
                lineItems: lines
            )
            do {
                try await clients.production.sendExternalPurchaseReport(report)
                return nil
            } catch let error as AppStoreAPIError {
                return error.httpStatus
            }
        }
        #expect(try await status(.lineItem, of: token, nil) == 400)
        #expect(try await status(.lineItem, of: token, [line("1"), line("1")]) == 400)
        #expect(try await status(.noLineItem, of: token, [line("1")]) == 400)
        #expect(try await status(.lineItem, of: "stranger", [line("1")]) == 404)
        #expect(try await status(.unrecognizedToken, of: "stranger", nil) == nil)
        #expect(try await status(.noLineItem, of: token, nil) == nil)
        let missing = await #expect(throws: AppStoreAPIError.self) {
            try await clients.production.externalPurchaseReport(UUID().uuidString)
        }
        #expect(missing?.httpStatus == 404)
    }
}
