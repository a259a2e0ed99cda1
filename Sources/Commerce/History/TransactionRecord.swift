// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// All that is known of one transaction: its newest document, and what older ones add to it.
///
/// A newer document replaces an older one. What a receipt cannot tell (the price, the kind of product) stays as the
/// newest signed document told it. The first expiration that was ever said is kept, so that extensions show.
public struct TransactionRecord: Hashable, Sendable {
    /// The statement that counts.
    package private(set) var newest: TransactionStatement

    /// The newest statement that Apple signed.
    package private(set) var newestSigned: TransactionStatement?

    /// The oldest statement.
    package private(set) var first: TransactionStatement

    /// When revocations were first reported, by their dates: only those that a clock which is behind signed before
    /// their dates.
    package private(set) var earlySignings: [Date: Date] = [:]

    /// Restores a record from its parts.
    ///
    /// - Parameters:
    ///   - newest: The statement that counts.
    ///   - newestSigned: The newest statement that Apple signed; `nil` when it signed none.
    ///   - first: The oldest statement.
    ///   - earlySignings: When revocations were signed before their dates, by these dates.
    package init(
        newest: TransactionStatement,
        newestSigned: TransactionStatement?,
        first: TransactionStatement,
        earlySignings: [Date: Date]
    ) {
        self.newest = newest
        self.newestSigned = newestSigned
        self.first = first
        self.earlySignings = earlySignings
    }

    /// Begins with one document's word.
    public init(_ transaction: Transaction, evidence: Evidence) {
        let version = TransactionStatement(transaction, evidence)
        newest = version
        newestSigned = evidence.order.rank == .signed ? version : nil
        first = version
        _ = recordEarlySigning(of: version)
    }

    /// Adds another document's word; the result does not depend on the order of additions.
    ///
    /// - Returns: Whether anything changed.
    public mutating func add(_ transaction: Transaction, evidence: Evidence) -> Bool {
        add(TransactionStatement(transaction, evidence))
    }

    /// Adds all that another record of the same transaction says.
    ///
    /// - Returns: Whether anything changed.
    mutating func add(_ other: TransactionRecord) -> Bool {
        var isChanged = false
        for (date, signing) in other.earlySignings where signing < earlySignings[date, default: date] {
            earlySignings[date] = signing
            isChanged = true
        }
        // Most records consist of one statement.
        if add(other.first) { isChanged = true }
        if other.newest !== other.first, add(other.newest) { isChanged = true }
        if let signed = other.newestSigned, signed !== other.newest, signed !== other.first, add(signed) {
            isChanged = true
        }
        return isChanged
    }

    private mutating func add(_ version: TransactionStatement) -> Bool {
        var isChanged = recordEarlySigning(of: version)
        if version.follows(newest) {
            newest = version
            isChanged = true
        }
        if first.follows(version) {
            first = version
            isChanged = true
        }
        if version.evidence.order.rank == .signed, newestSigned.map({ version.follows($0) }) ?? true {
            newestSigned = version
            isChanged = true
        }
        return isChanged
    }

    private mutating func recordEarlySigning(of version: TransactionStatement) -> Bool {
        guard let date = version.transaction.revocation?.date else { return false }
        let instant = version.evidence.instant
        guard instant < earlySignings[date, default: date] else { return false }
        earlySignings[date] = instant
        return true
    }

    /// What the clock that signs showed when a revocation was first reported, but never later than the revocation's
    /// date.
    func firstSigning(of revocation: Revocation) -> Date { earlySignings[revocation.date, default: revocation.date] }

    /// Whether the newest statement says all that is known now, because Apple signed it or signed none.
    var isNewestWhole: Bool { newestSigned == nil || newest.evidence.order.rank == .signed }

    /// What is known now.
    public var transaction: Transaction {
        guard !isNewestWhole, let signed = newestSigned?.transaction else { return newest.transaction }
        var known = newest.transaction
        known.productType = known.productType ?? signed.productType
        known.subscriptionGroupID = known.subscriptionGroupID ?? signed.subscriptionGroupID
        known.price = known.price ?? signed.price
        known.storefront = known.storefront ?? signed.storefront
        known.storefrontID = known.storefrontID ?? signed.storefrontID
        known.reason = known.reason ?? signed.reason
        known.appAccountToken = known.appAccountToken ?? signed.appAccountToken
        known.appTransactionID = known.appTransactionID ?? signed.appTransactionID
        known.billingPlan = known.billingPlan ?? signed.billingPlan
        known.multiSeatInfo = known.multiSeatInfo ?? signed.multiSeatInfo
        known.additionalTransactionReason = known.additionalTransactionReason ?? signed.additionalTransactionReason
        known.bundle = known.bundle ?? signed.bundle
        known.commitment = known.commitment ?? signed.commitment
        known.isUpgraded = known.isUpgraded || signed.isUpgraded
        if known.offer?.discount == nil, let offer = signed.offer { known.offer = offer }
        if var revocation = known.revocation, let stated = signed.revocation {
            revocation.type = revocation.type ?? stated.type
            revocation.percentage = revocation.percentage ?? stated.percentage
            known.revocation = revocation
        }
        return known
    }

    /// The UUID that the app gave; looked up often, so not by way of the whole transaction.
    var appAccountToken: AppAccountToken? {
        newest.transaction.appAccountToken ?? (isNewestWhole ? nil : newestSigned?.transaction.appAccountToken)
    }

    /// The storefront's country; looked up often, so not by way of the whole transaction.
    var storefront: StorefrontCountryCode? {
        newest.transaction.storefront ?? (isNewestWhole ? nil : newestSigned?.transaction.storefront)
    }

    /// The customer's download of the app; looked up often, so not by way of the whole transaction.
    var appTransactionID: AppTransactionID? {
        newest.transaction.appTransactionID ?? (isNewestWhole ? nil : newestSigned?.transaction.appTransactionID)
    }

    /// The product; looked up often, so not by way of the whole transaction.
    var productID: ProductID { newest.transaction.productID }

    /// The fact with the newest document.
    public var evidence: Evidence { newest.evidence }

    /// The expiration as it was first said, before any extension.
    public var firstExpirationDate: Date? { first.transaction.expirationDate }

    /// Whether only receipts have reported it yet.
    public var isFromReceiptOnly: Bool { newestSigned == nil && newest.evidence.order.rank != .stated }
}
