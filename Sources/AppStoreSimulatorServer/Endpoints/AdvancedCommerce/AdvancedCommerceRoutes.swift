// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// The Advanced Commerce API: what a server changes of purchases whose content it keeps itself.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi>
struct AdvancedCommerceRoutes: Sendable {
    let api: ServerAPIRoutes

    /// Adds the routes.
    func add(to router: inout Router) {
        on("subscription/changeMetadata", &router) { .metadata(try decode($0)) }
        on("subscription/migrate", &router) { .migration(try decode($0)) }
        on("subscription/changePrice", &router) { .price(try decode($0)) }
        on("subscription/cancel", &router) { .cancellation(try decode($0)) }
        on("subscription/revoke", &router) { .revocation(try decode($0)) }
        on("transaction/requestRefund", &router) { .refund(try decode($0)) }
    }

    private func on(
        _ path: String,
        _ router: inout Router,
        _ change: @escaping @Sendable (Data) throws -> AdvancedCommerceChange
    ) {
        api.on(.post, "/advancedCommerce/v1/\(path)/{id}", 50, &router) { request, caller in
            let id = try request.parameter("id")
            guard ServerAPIRoutes.isIdentifier(id) else {
                throw AdvancedCommerceBody.error(.invalidTransactionId)
            }
            guard let record = try await api.engine.transaction(id), record.transaction.bundleId == caller.app,
                record.transaction.environment == caller.environment
            else { throw AdvancedCommerceBody.error(.transactionIdNotFound) }
            do {
                let id = record.transaction.transactionId
                _ = try await api.engine.perform(.changeAdvancedCommerce(id, try change(request.body)))
            } catch let error as SimulatorError {
                throw ServerAPIError(error)
            }
            return try await respond(about: record.transaction)
        }
    }

    private func decode<Body: Decodable>(_ bytes: Data) throws -> Body {
        try AdvancedCommerceBody.decode(bytes)
    }

    private func respond(about transaction: TransactionPayload) async throws -> HTTPResponse {
        let original = transaction.originalTransactionId.rawValue
        let latest = try await api.engine.transaction(transaction.transactionId.rawValue)?.transaction ?? transaction
        let renewal = try await api.engine.renewals("original = \(original)").first
        return try .apple(
            AdvancedCommerceResponse(
                signedRenewalInfo: try renewal.map { try api.signing.sign($0.renewalInfo) },
                signedTransactionInfo: try await api.sign(latest)
            )
        )
    }
}

/// Reads requests of Advanced Commerce; what is missing has an error of its own.
enum AdvancedCommerceBody {
    /// Decodes a request.
    ///
    /// - Throws: A ``ServerAPIError`` that names what is missing.
    static func decode<Body: Decodable>(_ bytes: Data, as type: Body.Type = Body.self) throws -> Body {
        do {
            return try AppStoreJSON.decode(type, from: bytes)
        } catch let failure as DecodingError {
            throw error(absence(in: failure).flatMap { missing[$0] } ?? .malformedPayload)
        }
    }

    /// The field that is not there.
    private static func absence(in error: DecodingError) -> String? {
        switch error {
        case .keyNotFound(let key, _): key.stringValue
        case .valueNotFound(_, let context): context.codingPath.last?.stringValue
        default: nil
        }
    }

    /// Decodes what a customer orders.
    ///
    /// - Throws: A ``ServerAPIError``.
    static func order(_ bytes: Data) throws -> AdvancedCommerceOrder {
        struct Head: Decodable {
            var operation: AdvancedCommerceOperation?
            var version: String?
        }
        let head: Head = try decode(bytes)
        guard let version = head.version else { throw error(.nullVersion) }
        guard version == "1" else { throw error(.unexpectedVersion) }
        switch head.operation {
        case .createOneTimeCharge: return .oneTimeCharge(try decode(bytes))
        case .createSubscription: return .subscription(try decode(bytes))
        case .modifySubscription: return .modification(try decode(bytes))
        case .reactivateSubscription: return .reactivation(try decode(bytes))
        default: throw error(.invalidOperation)
        }
    }

    static func error(_ code: AdvancedCommerceErrorCode) -> ServerAPIError {
        ServerAPIError(code: Int64(code.rawValue), message: code.message ?? "")
    }

    private static let missing: [String: AdvancedCommerceErrorCode] = [
        "requestInfo": .nullRequestInfo, "requestReferenceId": .nullRequestReferenceID, "version": .nullVersion,
        "transactionId": .nullTransactionId, "periodCount": .nullPeriodCount, "reason": .nullReason,
        "currency": .nullCurrency, "taxCode": .nullTaxCode, "storefront": .nullStorefront, "items": .nullItems,
        "item": .nullItem, "descriptors": .nullDescriptors, "period": .nullPeriod, "SKU": .nullSKU,
        "displayName": .nullDisplayName, "description": .nullDescription, "price": .nullPrice,
        "retainBillingCycle": .nullRetainBillingCycle, "effective": .nullEffective,
        "refundReason": .nullRefundReason, "refundType": .nullRefundType,
        "refundRiskingPreference": .nullRefundRisking, "targetProductId": .nullTargetProductID,
        "currentSKU": .nullCurrentSKU,
    ]
}

extension ServerAPIError {
    /// The core's refusal, with Apple's message.
    init(_ error: SimulatorError) {
        if let code = error.advancedCommerceCode {
            self = AdvancedCommerceBody.error(code)
        } else if error.code == .paymentDeclined {
            self = AdvancedCommerceBody.error(.insufficientFunds)
        } else {
            self = AdvancedCommerceBody.error(.operationNotAllowed)
        }
    }
}
