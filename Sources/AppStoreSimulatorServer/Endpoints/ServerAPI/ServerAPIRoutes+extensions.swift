// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ServerAPIRoutes {
    private struct ExtendRequest: Decodable {
        var extendByDays: Int?
        var extendReasonCode: Int?
        var requestIdentifier: String?
    }

    private struct ExtendAnswer: Encodable {
        var originalTransactionId: OriginalTransactionID
        var webOrderLineItemId: WebOrderLineItemID?
        var success: Bool
        var effectiveDate: Date
    }

    private struct MassRequest: Decodable {
        var extendByDays: Int?
        var extendReasonCode: Int?
        var requestIdentifier: String?
        var storefrontCountryCodes: [StorefrontCountryCode]?
        var productId: ProductID?
    }

    private struct MassAnswer: Encodable {
        var requestIdentifier: String
    }

    private struct MassStatusAnswer: Encodable {
        var requestIdentifier: String
        var complete: Bool
        var completeDate: Date?
        var succeededCount: Int64?
        var failedCount: Int64?
    }

    func extendRenewal(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try request.parameter("id")
        guard Self.isIdentifier(id) else { throw ServerAPIError.invalidOriginalTransactionID }
        guard let body = try? request.json(ExtendRequest.self) else { throw ServerAPIError.badRequest }
        let (days, reason) = try check(days: body.extendByDays, reason: body.extendReasonCode)
        guard let name = body.requestIdentifier, (1...128).contains(name.utf8.count) else {
            throw ServerAPIError.invalidRequestIdentifier
        }
        guard let record = try await engine.transaction(id), record.transaction.bundleId == caller.app,
            record.transaction.environment == caller.environment,
            record.transaction.originalTransactionId.rawValue == id
        else { throw ServerAPIError.originalTransactionNotFound }
        let original = OriginalTransactionID(rawValue: id)
        let outcome = try await extend {
            try await engine.perform(
                .extendRenewal(original, days: days, reason: reason, request: name)
            )
        }
        guard case .extended(let date, let item) = outcome.answer else { throw ServerAPIError.internalError }
        return try .apple(
            ExtendAnswer(
                originalTransactionId: original,
                webOrderLineItemId: item,
                success: true,
                effectiveDate: date
            )
        )
    }

    func extendAllRenewals(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let body = try? request.json(MassRequest.self) else { throw ServerAPIError.badRequest }
        let (days, reason) = try check(days: body.extendByDays, reason: body.extendReasonCode)
        guard let name = body.requestIdentifier, UUID(uuidString: name) != nil else {
            throw ServerAPIError.invalidRequestIdentifier
        }
        if let storefronts = body.storefrontCountryCodes {
            guard !storefronts.isEmpty else { throw ServerAPIError.emptyStorefronts }
            guard storefronts.allSatisfy({ Storefront.of($0) != nil }) else { throw ServerAPIError.invalidStorefront }
        }
        let catalog = await engine.catalog
        guard let product = body.productId.flatMap({ catalog.product($0) }), product.bundleID == caller.app else {
            throw ServerAPIError.invalidProductID
        }
        let mass = MassExtension(
            request: name,
            product: product.id,
            environment: caller.environment,
            days: days,
            reason: reason,
            storefronts: body.storefrontCountryCodes
        )
        _ = try await extend { try await engine.perform(.extendAllRenewals(mass)) }
        return try .apple(MassAnswer(requestIdentifier: name))
    }

    func massExtensionStatus(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let name = try request.parameter("request")
        guard UUID(uuidString: name) != nil else { throw ServerAPIError.invalidRequestIdentifier }
        let product = ProductID(rawValue: try request.parameter("product"))
        guard await engine.catalog.product(product)?.bundleID == caller.app,
            let mass = await engine.massExtension(name, of: product, in: caller.environment)
        else {
            throw ServerAPIError.extensionRequestNotFound
        }
        let isComplete = mass.completeDate != nil
        return try .apple(
            MassStatusAnswer(
                requestIdentifier: name,
                complete: isComplete,
                completeDate: mass.completeDate,
                succeededCount: isComplete ? mass.succeededCount : nil,
                failedCount: isComplete ? mass.failedCount : nil
            )
        )
    }

    private func check(days: Int?, reason: Int?) throws -> (Int, Int) {
        guard let days, (1...90).contains(days) else { throw ServerAPIError.invalidExtendByDays }
        guard let reason, (0...3).contains(reason) else { throw ServerAPIError.invalidExtendReasonCode }
        return (days, reason)
    }

    private func extend(_ body: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await body()
        } catch let error as SimulatorError {
            switch error.code {
            case .extensionIneligible: throw ServerAPIError.extensionIneligible
            case .extensionLimit: throw ServerAPIError.extensionLimit
            case .extensionOfSharedSubscription: throw ServerAPIError.familyExtension
            case .extensionOfAssignedSubscription: throw ServerAPIError(.assignedSubscriptionExtensionIneligible)
            case .unknownTransaction: throw ServerAPIError.originalTransactionNotFound
            default: throw ServerAPIError.extensionIneligible
            }
        }
    }
}
