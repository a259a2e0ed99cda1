// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The name of what went wrong, as an answer of the API carries it in `code`.
///
/// An open set: clients treat an unknown code by the answer's status. A 4xx is final for the same request; a
/// temporary failure is always a 5xx, because apps finish a transaction on a 4xx.
public struct ProblemCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as the answer spells it.
    public let rawValue: String

    /// Makes a code from its spelling.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code as the answer spells it.
    public var description: String { rawValue }
}

extension ProblemCode {
    // The request itself.
    static let malformedBody = ProblemCode(rawValue: "malformed-body")
    static let invalidParameter = ProblemCode(rawValue: "invalid-parameter")
    static let bodyTooLarge = ProblemCode(rawValue: "body-too-large")
    static let headerFieldsTooLarge = ProblemCode(rawValue: "header-fields-too-large")
    static let requestTimeout = ProblemCode(rawValue: "request-timeout")
    static let unauthenticated = ProblemCode(rawValue: "unauthenticated")
    static let forbidden = ProblemCode(rawValue: "forbidden")
    /// The app's key is not enough: the customer's token or a secret key is needed.
    static let customerTokenRequired = ProblemCode(rawValue: "customer-token-required")
    static let notFound = ProblemCode(rawValue: "not-found")
    static let tooManyRequests = ProblemCode(rawValue: "too-many-requests")

    // Orders.
    static let unknownProduct = ProblemCode(rawValue: "unknown-product")
    static let productNotOnSale = ProblemCode(rawValue: "product-not-available")
    static let idempotencyConflict = ProblemCode(rawValue: "idempotency-conflict")
    static let orderNotFound = ProblemCode(rawValue: "order-not-found")

    static let balanceTooLow = ProblemCode(rawValue: "insufficient-balance")
    static let conversionRefused = ProblemCode(rawValue: "conversion-not-allowed")
    static let acknowledgmentRequired = ProblemCode(rawValue: "acknowledgment-required")
    static let unknownConsentSubject = ProblemCode(rawValue: "unknown-consent-subject")

    // Seats of group subscriptions.
    static let seatsNotManaged = ProblemCode(rawValue: "seats-not-managed")
    static let subscriptionInactive = ProblemCode(rawValue: "subscription-inactive")
    static let noSeatAvailable = ProblemCode(rawValue: "no-seat-available")
    static let tooManyInvitations = ProblemCode(rawValue: "too-many-invitations")
    static let invitationExpired = ProblemCode(rawValue: "invitation-expired")
    static let invitationCanceled = ProblemCode(rawValue: "invitation-canceled")
    static let invitationUsed = ProblemCode(rawValue: "invitation-used")
    static let alreadyMember = ProblemCode(rawValue: "already-a-member")
    static let appTransactionNotFound = ProblemCode(rawValue: "app-transaction-not-found")

    // The checks of a purchase.
    static let malformedDocument = ProblemCode(rawValue: "malformed-document")
    static let signatureInvalid = ProblemCode(rawValue: "signature-invalid")
    static let chainInvalid = ProblemCode(rawValue: "certificate-chain-invalid")
    static let wrongBundleID = ProblemCode(rawValue: "wrong-bundle-id")
    static let wrongAppAppleID = ProblemCode(rawValue: "wrong-app-apple-id")
    static let wrongEnvironment = ProblemCode(rawValue: "wrong-environment")
    static let wrongItemID = ProblemCode(rawValue: "wrong-item-id")
    static let sandboxRefused = ProblemCode(rawValue: "sandbox-not-accepted")
    static let tokenMismatch = ProblemCode(rawValue: "token-mismatch")
    static let productMismatch = ProblemCode(rawValue: "product-mismatch")
    static let quantityMismatch = ProblemCode(rawValue: "quantity-mismatch")
    static let transactionMismatch = ProblemCode(rawValue: "transaction-mismatch")
    static let transactionUsed = ProblemCode(rawValue: "transaction-already-used")
    static let transactionRevoked = ProblemCode(rawValue: "transaction-revoked")
    static let receiptEmpty = ProblemCode(rawValue: "receipt-empty")
    static let receiptRefused = ProblemCode(rawValue: "receipt-rejected")
    /// A customer without an account signed in, with an account that may be another one than the request names.
    static let customerMerged = ProblemCode(rawValue: "customer-merged")
    /// What is asked for would change another app's customer.
    static let usedByAnotherApp = ProblemCode(rawValue: "used-by-another-app")
    static let ownedByAnother = ProblemCode(rawValue: "owned-by-another-customer")

    /// A statement about a purchase in another store contradicts an earlier one.
    static let statementContradicts = ProblemCode(rawValue: "statement-contradicts")

    // Temporary.
    static let overloaded = ProblemCode(rawValue: "overloaded")
    static let storeUnavailable = ProblemCode(rawValue: "database-unavailable")
    static let appStoreUnavailable = ProblemCode(rawValue: "app-store-unavailable")
    static let appStoreRefused = ProblemCode(rawValue: "app-store-rejected")
    static let notConfigured = ProblemCode(rawValue: "not-configured")
    static let internalError = ProblemCode(rawValue: "internal-error")
}
