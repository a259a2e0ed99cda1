// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Decides whether a paid purchase is genuine, and delivers it.
///
/// Purser's server is the usual one: ``PurserConfiguration/init(server:key:)``. A team that keeps its own backend gives
/// one of these instead: ``HTTPVerifier``, or a type of its own. The SDK stores the purchase before it asks, asks again
/// after failures and after a crash, and finishes the transaction only when the verifier accepts it.
///
/// The same purchase may be asked about more than once, also after it was accepted: a backend distinguishes purchases by
/// ``VerificationRequest/transaction``, and delivers each once.
public protocol PurchaseVerifier: Sendable {
    /// Verifies a purchase.
    ///
    /// - Parameter request: The purchase with its proof.
    /// - Returns: What to do with it.
    /// - Throws: Any error when there was no answer; the SDK asks again.
    func verify(_ request: VerificationRequest) async throws -> VerificationVerdict

    /// Reports a purchase that could not be verified, after all retries of this run.
    ///
    /// - Parameter failure: The purchase, and why its verification failed.
    /// - Returns: Whether the team's backend has the report with the proof. The SDK then removes its copy; the
    ///   transaction stays unfinished and comes back at the next launch.
    /// - Throws: Any error when it could not be reported; the copy stays.
    func report(_ failure: VerificationFailure) async throws -> Bool
}

extension PurchaseVerifier {
    /// Reports nothing.
    public func report(_ failure: VerificationFailure) async throws -> Bool { false }
}

/// A paid purchase that is to be verified.
///
/// Never log it: it holds the proof of the payment.
public struct VerificationRequest: Hashable, Sendable {
    /// The transaction's identifier.
    public var transaction: String

    /// The first transaction's identifier of a subscription.
    public var originalTransaction: String

    /// The product's identifier.
    public var product: String

    /// How many were bought.
    public var quantity: Int

    /// The team's own number of the order, as ``PurchaseOptions/reference`` gave it; also after a crash.
    public var reference: String?

    /// The customer who was signed in.
    public var customer: String?

    /// The environment as the App Store names it, such as `Sandbox`; empty when it is not known.
    public var environment: String

    /// The transaction in JWS form; of StoreKit 2 alone.
    public var signedTransaction: String?

    /// The signed renewal info of a subscription, when the App Store gave one; of StoreKit 2 alone.
    public var signedRenewalInfo: String?

    /// The app receipt in base64; of the original interface alone, ``PurserConfiguration/Interface/storeKit1``.
    public var receipt: String?

    /// Whether it renewed a subscription.
    public var isRenewal: Bool

    /// Whether the customer restores purchases.
    public var isRestore: Bool

    /// When it was refunded; `nil` when it was not.
    public var revoked: Date?

    /// The number of the attempt, from 1; a new run of the app begins again.
    public var attempt: Int

    /// Describes a purchase, for tests of a verifier.
    public init(
        transaction: String,
        originalTransaction: String,
        product: String,
        quantity: Int = 1,
        reference: String? = nil,
        customer: String? = nil,
        environment: String = "",
        signedTransaction: String? = nil,
        signedRenewalInfo: String? = nil,
        receipt: String? = nil,
        isRenewal: Bool = false,
        isRestore: Bool = false,
        revoked: Date? = nil,
        attempt: Int = 1
    ) {
        self.transaction = transaction
        self.originalTransaction = originalTransaction
        self.product = product
        self.quantity = quantity
        self.reference = reference
        self.customer = customer
        self.environment = environment
        self.signedTransaction = signedTransaction
        self.signedRenewalInfo = signedRenewalInfo
        self.receipt = receipt
        self.isRenewal = isRenewal
        self.isRestore = isRestore
        self.revoked = revoked
        self.attempt = attempt
    }
}

extension VerificationRequest: CustomStringConvertible, CustomDebugStringConvertible {
    /// The purchase without its proof.
    public var description: String { "transaction \(transaction) of \(product)" }

    /// The purchase without its proof.
    public var debugDescription: String { description }
}

/// What a verifier decides.
public enum VerificationVerdict: Hashable, Sendable {
    /// It is genuine and delivered: the transaction is finished.
    case accepted

    /// It was refunded: nothing is owed, and the transaction is finished.
    case revoked

    /// It is not accepted: it is kept, not finished, and not asked about again in this run.
    case rejected(code: String, detail: String? = nil)

    /// It could not be decided now: it is asked about again, at the earliest after some seconds.
    case unavailable(retryAfter: TimeInterval? = nil, detail: String? = nil)
}

/// A purchase that could not be verified.
public struct VerificationFailure: Hashable, Sendable {
    /// The purchase with its proof.
    public let request: VerificationRequest

    /// Why its verification failed last.
    public let error: PurserError

    /// How often its verification failed, in all runs of the app.
    public let failures: Int
}
