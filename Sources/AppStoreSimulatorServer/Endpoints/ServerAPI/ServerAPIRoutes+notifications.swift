// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ServerAPIRoutes {
    private struct HistoryRequest: Decodable {
        var startDate: Int64?
        var endDate: Int64?
        var notificationType: String?
        var notificationSubtype: String?
        var transactionId: String?
        var onlyFailures: Bool?

        /// The question that a pagination token belongs to.
        var question: String {
            [
                startDate.map(String.init), endDate.map(String.init), notificationType, notificationSubtype,
                transactionId, onlyFailures.map(String.init),
            ].map { $0 ?? "-" }.joined(separator: " ")
        }
    }

    private struct HistoryAnswer: Encodable {
        var paginationToken: String?
        var hasMore: Bool
        var notificationHistory: [NotificationItem]
    }

    func notificationHistory(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let body = try? request.json(HistoryRequest.self) else { throw ServerAPIError.badRequest }
        let question = "\(caller.app) \(caller.environment) \(body.question)"
        var position: Int64 = 0
        if let text = request.query["paginationToken"] {
            guard let token = PageToken(text, for: question) else { throw ServerAPIError.invalidPaginationToken }
            position = token.position
        }
        let condition = try await condition(body, caller)
        let found = try await engine.notifications(
            "\(condition) AND number > \(position)",
            limit: Self.pageSize + 1
        )
        let hasMore = found.count > Self.pageSize
        let page = found.prefix(Self.pageSize)
        let next = PageToken(position: page.last?.number ?? position, top: 0)
        return try .apple(
            HistoryAnswer(
                paginationToken: hasMore ? next.text(for: question) : nil,
                hasMore: hasMore,
                notificationHistory: page.compactMap { NotificationItem($0) }
            )
        )
    }

    private func condition(_ body: HistoryRequest, _ caller: Caller) async throws -> SQL {
        let (start, end) = try await window(body, caller)
        var condition: SQL = """
            app = \(caller.app.rawValue) AND environment = \(caller.environment.rawValue)
            AND signed >= \(start) AND signed <= \(end)
            """
        guard body.transactionId == nil || body.notificationType == nil else {
            throw ServerAPIError.multipleFiltersSupplied
        }
        if let type = body.notificationType {
            guard Self.types.contains(type) else { throw ServerAPIError.invalidNotificationType }
            condition = "\(condition) AND type = \(type)"
        }
        if let subtype = body.notificationSubtype {
            guard body.notificationType != nil, Self.subtypes.contains(subtype) else {
                throw ServerAPIError.invalidNotificationType
            }
            condition = "\(condition) AND subtype = \(subtype)"
        }
        if let id = body.transactionId {
            let customer = try await customer(id, for: caller)
            condition = "\(condition) AND customer = \(customer.rawValue)"
        }
        if body.onlyFailures == true {
            condition = """
                \(condition)
                AND EXISTS (SELECT 1 FROM attempts WHERE notification = uuid)
                AND NOT EXISTS (SELECT 1 FROM attempts WHERE notification = uuid AND result = 'SUCCESS')
                """
        }
        return condition
    }

    /// Production remembers 180 days, the sandbox 30; an end that is not past covers all there is.
    ///
    /// What happened at one instant is signed a millisecond later each, so the newest may be dated after the clock.
    private func window(_ body: HistoryRequest, _ caller: Caller) async throws -> (Date, Date) {
        guard let first = body.startDate, first >= 0 else { throw ServerAPIError.invalidStartDate }
        guard let last = body.endDate, last >= 0 else { throw ServerAPIError.invalidEndDate }
        let now = await engine.now
        let start = Date(millisecondsSince1970: first)
        guard first < last else { throw ServerAPIError.startDateAfterEndDate }
        let days = caller.environment == .production ? 180.0 : 30.0
        guard start >= now.addingTimeInterval(-days * 86_400) else { throw ServerAPIError.startDateTooFarInPast }
        let end = Date(millisecondsSince1970: last)
        return (start, end < now ? end : .distantFuture)
    }

    private static let types: Set<String> = [
        "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW",
        "DID_RENEW", "EXPIRED", "EXTERNAL_PURCHASE_TOKEN", "GRACE_PERIOD_EXPIRED", "METADATA_UPDATE", "MIGRATION",
        "OFFER_REDEEMED", "ONE_TIME_CHARGE", "PRICE_CHANGE", "PRICE_INCREASE", "REFUND", "REFUND_DECLINED",
        "REFUND_REVERSED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "RESCIND_CONSENT", "REVOKE", "SUBSCRIBED", "TEST",
    ]
    private static let subtypes: Set<String> = [
        "ACCEPTED", "ACTIVE_TOKEN_REMINDER", "AUTO_RENEW_DISABLED", "AUTO_RENEW_ENABLED", "BILLING_RECOVERY",
        "BILLING_RETRY", "CREATED", "DOWNGRADE", "FAILURE", "GRACE_PERIOD", "INITIAL_BUY", "PENDING",
        "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE", "RESUBSCRIBE", "SUMMARY", "UNREPORTED", "UPGRADE", "VOLUNTARY",
    ]
}
