// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// One period of a subscription, from the transaction that bought it.
public struct ServicePeriod: Hashable, Sendable {
    /// Why a period ends when it does.
    public enum Ending: String, Hashable, Sendable, Codable {
        /// Its time is over.
        case expiration

        /// The customer moved to another plan.
        case upgrade

        /// The next period began before it was over.
        case succession

        /// It was refunded in part, or no longer shared.
        case revocation

        /// It was refunded: as if it had never been bought.
        case undone
    }

    /// What is known of the transaction.
    public var transaction: Transaction

    /// The document that told it last.
    public var evidence: Evidence

    /// When it begins.
    public var startDate: Date

    /// When it ends; its beginning when it is undone.
    public var endDate: Date

    /// Why it ends then.
    public var ending: Ending

    /// The expiration as it was first said, before any extension.
    public var firstExpirationDate: Date?

    /// The transactions that added seats to it, in the order of purchase.
    public var additions: [Transaction] = []

    /// All its transactions, the one that began it first.
    public var transactions: [Transaction] { [transaction] + additions }

    /// What it was sold as.
    public var kind: PeriodKind { PeriodKind(transaction.offer) }

    /// The expiration as the documents say it now.
    public var expirationDate: Date { transaction.expirationDate ?? startDate }

    /// How much the renewal date was moved, in milliseconds; zero when it was not.
    public var extensionMilliseconds: Int64 {
        guard let first = firstExpirationDate else { return 0 }
        return max(0, expirationDate.milliseconds(since: first))
    }

    /// Whether it was undone.
    public var isUndone: Bool { ending == .undone }

    /// Whether it was refunded or is no longer shared.
    public var isWithdrawn: Bool { ending == .undone || ending == .revocation }

    /// When it is, or was, to renew: a refund alone does not turn the renewal off.
    var renewalDate: Date { isWithdrawn ? expirationDate : endDate }

    /// Whether it covers an instant; its first instant does, its last does not.
    public func covers(_ instant: Date) -> Bool {
        startDate <= instant && instant < endDate
    }
}

extension ServicePeriod {
    /// The time that a transaction bought.
    init(_ record: TransactionRecord, _ bounds: PeriodBounds) {
        self.init(
            transaction: record.transaction,
            evidence: record.evidence,
            startDate: bounds.startDate,
            endDate: bounds.endDate,
            ending: bounds.ending,
            firstExpirationDate: record.firstExpirationDate
        )
    }

    /// How many people may use a group subscription at an instant: the seats bought by then without those refunded or
    /// revoked; `nil` when it is not a group subscription's.
    ///
    /// Apple does not date the refund of single seats, so one counts as if those had never been bought.
    public func seats(asOf instant: Date) -> Int? {
        // A member's copy repeats what the buyer bought.
        guard transaction.isSale, transactions.contains(where: { $0.multiSeatInfo != nil }) else { return nil }
        return Int(
            transactions.filter { $0.purchaseDate <= instant }.reduce(BoundedSum()) { sum, transaction in
                sum + BoundedSum(Int64(transaction.seatsInUse))
            }.value
        )
    }

    /// What Apple charged for the period by all its transactions; `nil` when a document does not say.
    public var charge: Money? {
        var sum = transaction.charge
        for addition in additions {
            guard let known = sum, let charge = addition.charge, charge.currency == known.currency else { return nil }
            sum?.milliunits = (BoundedSum(known.milliunits) + BoundedSum(charge.milliunits)).value
        }
        return sum
    }
}
