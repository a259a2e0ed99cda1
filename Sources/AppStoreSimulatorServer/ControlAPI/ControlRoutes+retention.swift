// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct SheetRequest: Decodable {
        var locale: String?
    }

    /// What the customer sees before canceling.
    private struct SheetResponse: Encodable {
        enum Source: String, Encodable {
            case realtime, standard, none
        }

        var source: Source
        var messageIdentifier: String?
        var message: MessageBody?
        /// What the app's server answered, when it was asked and answered well.
        var answer: RealtimeResponseBody?
        /// How the question to the app's server went.
        var sendAttemptResult: String?
        var milliseconds: Int?
    }

    func addRetention(to routes: inout Router) {
        routes.on(.post, "/customers/{id}/subscriptions/{group}/cancel-sheet") { request in
            let id = CustomerID(rawValue: try request.parameter("id"))
            let group = SubscriptionGroupID(rawValue: try request.parameter("group"))
            let input = request.body.isEmpty ? SheetRequest() : try request.json(SheetRequest.self)
            guard let subscription = await engine.subscriptions(of: id).first(where: { $0.group == group }) else {
                throw Problem(
                    .notFound,
                    code: "unknown-subscription",
                    detail: "\(id) has no subscription of the group \(group)."
                )
            }
            return try await .json(sheet(subscription.transaction, locale: input.locale ?? "en-US"))
        }
    }

    /// Asks the app's server when it has a real-time URL; the message set for product and locale otherwise.
    private func sheet(_ transaction: TransactionPayload, locale: String) async throws -> SheetResponse {
        let caller = ServerAPIRoutes.Caller(app: transaction.bundleId, environment: transaction.environment)
        let state = try await engine.messaging(of: caller)
        let now = await engine.now
        func message(_ id: String) -> MessageBody? {
            state.messages[id].flatMap {
                MessagingRoutes.isApproved($0.date, in: caller.environment, at: now) ? $0.body : nil
            }
        }
        var sheet = SheetResponse(source: .none)
        if let url = state.realtimeURL {
            let question = RetentionMessageRequest(transaction, app: caller.app, locale: locale)
            let answer = try await engine.request(question, at: url)
            sheet.sendAttemptResult = answer.result.rawValue
            sheet.milliseconds = answer.milliseconds
            if let id = answer.body?.messageIdentifier?.uuidString.lowercased(), let body = message(id) {
                sheet.source = .realtime
                sheet.messageIdentifier = id
                sheet.message = body
                sheet.answer = answer.body
                return sheet
            }
        }
        if let id = state.defaults["\(transaction.productId)/\(locale)"], let body = message(id) {
            sheet.source = .standard
            sheet.messageIdentifier = id
            sheet.message = body
        }
        return sheet
    }
}
