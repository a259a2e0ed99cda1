// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// All that is known of one transaction: its newest document, and what older ones add to it.
///
/// A newer document replaces an older one. What a receipt cannot tell (the price, the kind of product) stays as the
/// newest signed document told it. The first expiration that was ever said is kept, so that extensions show.
public struct TransactionRecord: Hashable, Sendable {
    /// What one document said; shared by all copies of a history, so that these stay small.
    private final class Version: Hashable, Sendable {
        let transaction: Transaction
        let evidence: Evidence

        init(_ transaction: Transaction, _ evidence: Evidence) {
            self.transaction = transaction
            self.evidence = evidence
        }

        /// Whether it is a later word than another.
        ///
        /// Of two documents signed in one millisecond the one with a revocation at that very instant is the
        /// later: the other was signed on the way to it. So is the one with an upgrade, and the one with the
        /// later end, because Apple takes neither an upgrade nor an extension back without a revocation. Everything
        /// else is the order of all facts.
        func follows(_ other: Version) -> Bool {
            let (own, theirs) = (evidence.order, other.evidence.order)
            guard own.milliseconds == theirs.milliseconds, own.rank == theirs.rank else { return own > theirs }
            if hasNewInformation != other.hasNewInformation { return hasNewInformation }
            if transaction.isUpgraded != other.transaction.isUpgraded { return transaction.isUpgraded }
            let (end, theirEnd) = (transaction.expirationDate, other.transaction.expirationDate)
            guard end != theirEnd else { return own > theirs }
            return (end ?? .distantPast) > (theirEnd ?? .distantPast)
        }

        private var hasNewInformation: Bool {
            guard let date = transaction.revocation?.date else { return false }
            return date.millisecondsSince1970 >= evidence.order.milliseconds
        }

        static func == (left: Version, right: Version) -> Bool {
            left === right || left.evidence == right.evidence && left.transaction == right.transaction
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(evidence)
        }
    }

    private var newest: Version
    private var newestSigned: Version?
    private var first: Version

    /// When revocations were first reported, by their dates: only those that a clock which is behind signed before
    /// their dates.
    private var earlySignings: [Date: Date] = [:]

    /// Begins with one document's word.
    public init(_ transaction: Transaction, evidence: Evidence) {
        let version = Version(transaction, evidence)
        newest = version
        newestSigned = evidence.order.rank == .signed ? version : nil
        first = version
        _ = recordEarlySigning(of: version)
    }

    /// Adds another document's word; the result does not depend on the order of additions.
    ///
    /// - Returns: Whether anything changed.
    public mutating func add(_ transaction: Transaction, evidence: Evidence) -> Bool {
        let version = Version(transaction, evidence)
        var isChanged = recordEarlySigning(of: version)
        if version.follows(newest) {
            newest = version
            isChanged = true
        }
        if first.follows(version) {
            first = version
            isChanged = true
        }
        if evidence.order.rank == .signed, newestSigned.map({ version.follows($0) }) ?? true {
            newestSigned = version
            isChanged = true
        }
        return isChanged
    }

    private mutating func recordEarlySigning(of version: Version) -> Bool {
        guard let date = version.transaction.revocation?.date else { return false }
        let instant = version.evidence.instant
        guard instant < earlySignings[date, default: date] else { return false }
        earlySignings[date] = instant
        return true
    }

    /// What the clock that signs showed when a revocation was first reported, but never later than the revocation's
    /// date.
    func firstSigning(of revocation: Revocation) -> Date { earlySignings[revocation.date, default: revocation.date] }

    /// What is known now.
    public var transaction: Transaction {
        guard let signed = newestSigned?.transaction, newest.evidence.order.rank != .signed else {
            return newest.transaction
        }
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
        if let token = newest.transaction.appAccountToken { return token }
        return newest.evidence.order.rank == .signed ? nil : newestSigned?.transaction.appAccountToken
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
