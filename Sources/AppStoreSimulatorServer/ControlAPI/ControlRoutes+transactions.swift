// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ControlRoutes {
    struct TransactionResponse: Encodable {
        var customer: CustomerID
        var isFinished: Bool
        var transaction: TransactionPayload
        var signedTransactionInfo: String?
    }

    private struct TransactionPage: Encodable {
        var transactions: [TransactionResponse]
        /// What to ask for as "before" to see the next page.
        var next: String?
    }

    private struct RefundRequest: Decodable {
        var reason: Int?
        var percentage: Int?
        var cancels: Bool?
        /// How many seats are refunded; the whole transaction when absent.
        var seats: Int?
    }

    private struct CreateRefundRequest: Decodable {
        var reason: ConsumptionRequestReason?
        var inApp: Bool?
    }

    private struct DecisionRequest: Decodable {
        var decision: String
        var reason: Int?
        var percentage: Int?
    }

    func addTransactions(to routes: inout Router) {
        routes.on(.get, "/transactions") { request in try await list(request) }
        routes.on(.get, "/transactions/{id}") { request in
            guard let record = try await engine.transaction(try request.parameter("id")) else {
                throw Problem(.notFound, code: "unknown-transaction", detail: "There is no such transaction.")
            }
            var answer = respond(record)
            answer.signedTransactionInfo = try signing.sign(record.transaction).rawValue
            return try .json(answer)
        }
        routes.on(.post, "/transactions/{id}/finish") { request in
            try await perform(.finish(try id(of: request)))
        }
        routes.on(.post, "/transactions/{id}/refund") { request in
            let input = request.body.isEmpty ? RefundRequest() : try request.json(RefundRequest.self)
            if let seats = input.seats { return try await perform(.refundSeats(try id(of: request), seats: seats)) }
            let reason = RevocationReason(rawValue: input.reason ?? 0)
            let decision: RefundDecision =
                input.percentage.map { .prorated(reason, percentage: $0) } ?? .full(reason)
            return try await perform(.refund(try id(of: request), decision: decision, cancels: input.cancels ?? false))
        }
        routes.on(.post, "/transactions/{id}/refund-request") { request in
            let input = request.body.isEmpty ? CreateRefundRequest() : try request.json(CreateRefundRequest.self)
            return try await perform(
                .requestRefund(
                    try id(of: request),
                    reason: input.reason ?? .unintendedPurchase,
                    inApp: input.inApp ?? true
                )
            )
        }
        routes.on(.post, "/transactions/{id}/refund-decision") { request in
            try await perform(.decideRefund(try id(of: request), decision: try decision(in: request)))
        }
        routes.on(.post, "/transactions/{id}/refund-reversal") { request in
            try await perform(.reverseRefund(try id(of: request)))
        }
    }

    /// A page of transactions, the newest first, and where the next page begins.
    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let limit =
            try request.query["limit"].map { text in
                guard let limit = Int(text), (1...Self.maximumPageSize).contains(limit) else {
                    throw Problem(
                        .badRequest,
                        detail: "A page has 1 to \(Self.maximumPageSize) transactions, not \(text)."
                    )
                }
                return limit
            } ?? Self.maximumPageSize
        var condition: SQL = request.query["customer"].map { "customer = \($0)" } ?? "1"
        if let text = request.query["before"] {
            let parts = text.split(separator: "-").compactMap { Int64($0) }
            guard parts.count == 2 else {
                throw Problem(.badRequest, detail: "\"before\" is what a page gave as \"next\", not \(text).")
            }
            condition = "\(condition) AND (purchased, revision) < (\(parts[0]), \(parts[1]))"
        }
        var records = try await engine.transactions(
            condition,
            order: "purchased DESC, revision DESC",
            limit: limit + 1
        )
        let hasMore = records.count > limit
        records = Array(records.prefix(limit))
        let next = records.last.map { "\($0.transaction.purchaseDate.millisecondsSince1970)-\($0.revision)" }
        return try .json(TransactionPage(transactions: records.map { respond($0) }, next: hasMore ? next : nil))
    }

    private static let maximumPageSize = 500

    func perform(_ command: Command) async throws -> HTTPResponse {
        try await respond(try await engine.perform(command))
    }

    private func id(of request: HTTPRequest) throws -> TransactionID {
        TransactionID(rawValue: try request.parameter("id"))
    }

    private func decision(in request: HTTPRequest) throws -> RefundDecision {
        let input = try request.json(DecisionRequest.self)
        let reason = RevocationReason(rawValue: input.reason ?? 0)
        switch input.decision {
        case "full": return .full(reason)
        case "prorated": return .prorated(reason, percentage: input.percentage ?? 50_000)
        case "declined": return .declined
        default:
            throw Problem(.badRequest, detail: "The decision is full, prorated or declined, not \(input.decision).")
        }
    }

    private func respond(_ record: TransactionRecord) -> TransactionResponse {
        TransactionResponse(
            customer: record.customer,
            isFinished: record.isFinished,
            transaction: record.transaction,
            signedTransactionInfo: nil
        )
    }
}
