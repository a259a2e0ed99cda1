// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import HTTPService

/// Tells clients of the controls what the core or the service refused.
enum ControlErrors {
    /// A layer around every control.
    @Sendable static func translate(_ request: HTTPRequest, _ next: Router.Handler) async throws -> HTTPResponse {
        do {
            return try await next(request)
        } catch let error as SimulatorError {
            if let number = error.advancedCommerceCode {
                throw Problem(
                    HTTPStatus(rawValue: number.httpStatus),
                    code: String(number.rawValue),
                    detail: error.message
                )
            }
            throw Problem(status(of: error.code), code: error.code.rawValue, detail: error.message)
        } catch let error as SimulatorServiceError {
            throw Problem(status(of: error.code), code: error.code.rawValue, detail: error.message)
        }
    }

    private static func status(of code: SimulatorError.Code) -> HTTPStatus {
        switch code {
        case .unknownCustomer, .unknownProduct, .unknownApp, .unknownStorefront, .unknownTransaction,
            .unknownPendingPurchase, .unknownSeatClaim, .unknownDownload, .unknownMember:
            .notFound
        case .paymentDeclined: 402
        case .purchaseNotAllowed, .ineligibleForOffer, .invalidSignature: .forbidden
        case .invalidCommand, .invalidQuantity: .badRequest
        default: .conflict
        }
    }

    private static func status(of code: SimulatorServiceError.Code) -> HTTPStatus {
        switch code {
        case .clockBusy, .noDataFolder: .conflict
        case .clockCannotGoBack: .unprocessableContent
        case .clockCannotGoThatFar: .badRequest
        case .unknownSave: .notFound
        default: .internalServerError
        }
    }
}
