// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// A mistake that rules about groups, commitments and bundles could make.
///
/// The rules themselves are never other ones: each plant does to a document what a reader with that mistake would have
/// understood, or to an answer what rules with it would have given.
enum PlantedGroupBug: String, CaseIterable, Sendable {
    /// The average price is multiplied by the seats, although it was rounded.
    case multipliesAveragePrice
    /// A member's copy counts as a sale.
    case countsMembersCopies
    /// Of two transactions of a period only the first counts.
    case dropsOverlap
    /// Refunded seats still count.
    case ignoresRevokedSeats
    /// A commitment whose charge failed has the app's grace period.
    case givesGraceToCommitments
    /// A commitment that is canceled renews no more from the next month on.
    case endsCanceledCommitments
    /// A bundle's price is booked for each subscription that it brings.
    case countsBundles
    /// A refund of seats ends the buyer's access.
    case endsAccessBySeatRefund
    /// Fewer seats count from the moment they are chosen.
    case reducesSeatsAtOnce
    /// Every seat costs what the last one does.
    case appliesLastTierToAll
    /// A member who was removed keeps the access until the period ends.
    case forgetsRemovals
}

extension PlantedGroupBug {
    /// What a reader with the mistake understands of a fact; nothing when it drops it.
    func reading(_ fact: Fact) -> Fact? {
        var fact = fact
        switch fact.content {
        case .transaction(var transaction):
            guard read(&transaction, signed: fact.order.instant) else { return nil }
            fact.content = .transaction(transaction)
        case .renewalInfo(var info):
            if self == .endsCanceledCommitments, info.commitment?.commitmentAutoRenewStatus == .off {
                info.willAutoRenew = false
            }
            fact.content = .renewalInfo(info)
        default: break
        }
        return fact
    }

    /// Changes a transaction as the mistake does, and says whether it is kept.
    private func read(_ transaction: inout Transaction, signed: Date) -> Bool {
        let tiers = transaction.multiSeatInfo?.priceTiers ?? []
        switch self {
        case .multipliesAveragePrice: transaction.multiSeatInfo?.priceTiers = nil
        case .countsMembersCopies:
            if transaction.ownership == .assigned { transaction.ownership = .purchased }
        case .dropsOverlap:
            let began = transaction.id.rawValue == transaction.originalTransactionID.rawValue
            return transaction.additionalTransactionReason == nil || began || transaction.reason == .renewal
        case .ignoresRevokedSeats: transaction.multiSeatInfo?.revokedSeatQuantity = nil
        case .countsBundles: transaction.bundle = nil
        case .endsAccessBySeatRefund:
            if transaction.revokedSeats > 0, transaction.revocation == nil {
                transaction.revocation = Revocation(date: signed, type: .refundFull)
            }
        case .appliesLastTierToAll:
            if let last = tiers.compactMap(\.price).min(), tiers.count > 1 {
                transaction.multiSeatInfo?.priceTiers = [
                    MultiSeatPriceTier(price: last, quantity: transaction.quantity)
                ]
            }
        case .forgetsRemovals:
            if transaction.revocation?.type == .assignmentRevoke { transaction.revocation = nil }
        case .givesGraceToCommitments, .endsCanceledCommitments, .reducesSeatsAtOnce: break
        }
        return true
    }

    /// What rules with the mistake answer about a subscription's seats.
    func seats(_ state: SubscriptionState) -> Int? {
        guard self == .reducesSeatsAtOnce, let seats = state.seats else { return state.seats }
        return min(seats, state.renewalSeats ?? seats)
    }

    /// Until when rules with the mistake give access to a subscription that has none.
    func graceEnd(_ state: SubscriptionState) -> Date? {
        guard self == .givesGraceToCommitments, state.commitment != nil, state.renewalState == .inBillingRetryPeriod
        else { return nil }
        let end = state.period.endDate.addingTimeInterval(16 * 86_400)
        return state.asOf < end ? end : nil
    }
}
