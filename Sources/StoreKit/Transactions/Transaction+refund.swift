// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction {
    /// Why a request for a refund could not be made.
    public enum RefundRequestError: Error {
        /// The customer asked before.
        case duplicateRequest

        /// The store could not take the request.
        case failed

        /// The customer cannot ask for a refund of it, such as of a seat that someone else bought.
        case ineligible
    }

    /// How a request for a refund ended.
    public enum RefundRequestStatus {
        /// The store took the request.
        case success

        /// The customer changed their mind.
        case userCancelled
    }

    /// Asks the store for a refund of this transaction.
    ///
    /// There is no sheet on Linux: the request is made, and the simulator decides it.
    ///
    /// - Parameter scene: Where Apple's StoreKit would ask for the reason.
    /// - Returns: How it ended.
    /// - Throws: ``RefundRequestError`` when the request could not be made.
    public func beginRefundRequest(in scene: UIWindowScene) async throws -> Transaction.RefundRequestStatus {
        try StoreRuntime.shared.requireOwn(self)
        return try await Self.beginRefundRequest(for: id, in: scene)
    }

    /// Asks the store for a refund of a transaction.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - scene: Where Apple's StoreKit would ask for the reason.
    /// - Returns: How it ended.
    /// - Throws: ``RefundRequestError`` when the request could not be made.
    @MainActor
    public static func beginRefundRequest(
        for transactionID: UInt64,
        in scene: UIWindowScene
    ) async throws -> Transaction.RefundRequestStatus {
        try await StoreRuntime.shared.requestRefund(transactionID)
        return .success
    }
}

extension Transaction.RefundRequestError: Sendable {}
extension Transaction.RefundRequestError: Equatable {}
extension Transaction.RefundRequestError: Hashable {}
extension Transaction.RefundRequestStatus: Sendable {}
extension Transaction.RefundRequestStatus: Equatable {}
extension Transaction.RefundRequestStatus: Hashable {}

extension Transaction.RefundRequestError: LocalizedError {
    /// What went wrong.
    public var errorDescription: String? {
        switch self {
        case .duplicateRequest: "A refund was already requested."
        case .failed: "The refund could not be requested."
        case .ineligible: "This purchase cannot be refunded."
        }
    }

    /// Why it went wrong.
    public var failureReason: String? {
        switch self {
        case .duplicateRequest: "The store has a request for this transaction."
        case .failed: "The store did not take the request."
        case .ineligible: "The customer did not pay for it."
        }
    }

    /// What may help.
    public var recoverySuggestion: String? {
        switch self {
        case .duplicateRequest: "Wait for the store's decision."
        case .failed: "Try again later."
        case .ineligible: "Ask whoever paid for it."
        }
    }
}
