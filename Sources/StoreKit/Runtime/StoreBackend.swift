// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What is behind the static entry points: the simulator in this process, or one that is reached over HTTP.
///
/// Documents come as they were signed; what they say is read by StoreKit's own types after the check.
package protocol StoreBackend: AnyObject, Sendable {
    /// Whether the customer may pay; an answer that is at hand.
    var canMakePayments: Bool { get }

    /// The device's identifier, which signed documents may be tied to.
    var deviceVerificationID: UUID { get }

    /// The customer's storefront as it was last known; nil before the first answer.
    var knownStorefront: StorefrontRecord? { get }

    /// Checks a signed document.
    func check(_ document: String, kind: SignedKind) -> VerificationFault?

    /// The products of identifiers that are sold.
    func products(_ identifiers: [String]) async throws -> [ProductRecord]

    /// The subscriptions of a group that are sold.
    func products(inGroup group: String) async throws -> [ProductRecord]

    /// The customer's storefront.
    func storefront() async throws -> StorefrontRecord

    /// Buys.
    func purchase(_ order: PurchaseOrder) async throws -> PurchaseOutcome

    /// Redeems an offer code that the customer typed.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - isReturned: Whether the app gets the transaction as the answer, and so not as an update.
    /// - Returns: How it ended; nothing when the app is notified of it.
    /// - Throws: ``StoreKitError`` when the code is refused.
    func redeem(_ code: String, isReturned: Bool) async throws -> PurchaseOutcome?

    /// All of the customer's transactions, the oldest first.
    func history() async throws -> [StoredTransaction]

    /// Where the customer's subscriptions stand.
    func statuses() async throws -> [StoredStatus]

    /// The same for what follows from it: a test that lets the question fail does not take the customer's entitlements
    /// away.
    func currentStatuses() async throws -> [StoredStatus]

    /// Whether the customer may have an introductory offer of a group.
    func isEligibleForIntroOffer(_ groupID: String) async throws -> Bool

    /// Remembers that the app is done with a transaction.
    func finish(_ id: UInt64) async throws

    /// Fetches everything again.
    func sync() async throws

    /// The signed document of the customer's download.
    func appTransaction() async throws -> String

    /// The app receipt, in the form of iOS 7.
    func receipt() async throws -> Data

    /// The app receipt when the store is in this process; nil when it has to be asked for.
    func receiptAtHand() throws -> Data?

    /// Whether the receipt is at hand.
    var hasReceiptAtHand: Bool { get }

    /// Asks for a refund.
    func requestRefund(_ id: UInt64) async throws

    /// A token for selling outside the store.
    func externalPurchaseToken() async throws -> String

    /// Fails when a test simulates a failure of something that only shows a sheet.
    func showSheet(_ sheet: StoreSheet) async throws

    /// Starts to report what happens without the app asking.
    func connect(_ receive: @escaping @Sendable (StoreEvent) -> Void)

    /// Ends it.
    func disconnect()
}

extension StoreBackend {
    package func currentStatuses() async throws -> [StoredStatus] { try await statuses() }
}

/// The sheets that a test can make fail.
package enum StoreSheet: Sendable {
    case manageSubscriptions
    case offerCodeRedeem
}

/// The kinds of signed documents that StoreKit reads.
package enum SignedKind: Sendable {
    case transaction
    case renewalInfo
    case appTransaction
}

/// Why a document failed the check.
package enum VerificationFault: Error, Hashable, Sendable {
    case revokedCertificate
    case invalidCertificateChain
    case invalidDeviceVerification
    case invalidEncoding
    case invalidSignature
    case missingRequiredProperties
}

extension VerificationResult.VerificationError {
    init(_ fault: VerificationFault) {
        switch fault {
        case .revokedCertificate: self = .revokedCertificate
        case .invalidCertificateChain: self = .invalidCertificateChain
        case .invalidDeviceVerification: self = .invalidDeviceVerification
        case .invalidEncoding: self = .invalidEncoding
        case .invalidSignature: self = .invalidSignature
        case .missingRequiredProperties: self = .missingRequiredProperties
        }
    }

    /// The same reason without the generic type around it.
    package var fault: VerificationFault {
        switch self {
        case .revokedCertificate: .revokedCertificate
        case .invalidCertificateChain: .invalidCertificateChain
        case .invalidDeviceVerification: .invalidDeviceVerification
        case .invalidEncoding: .invalidEncoding
        case .invalidSignature: .invalidSignature
        case .missingRequiredProperties: .missingRequiredProperties
        }
    }
}
