// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// When a notification is sent: now, unless a fault delays, doubles, reorders or drops it.
    mutating func deliveries(in environment: Environment) -> [Date] {
        let faults = settings[environment].faults
        if chance.happens(perMille: faults.droppedPerMille) { return [] }
        var first = now
        if chance.happens(perMille: faults.delayedPerMille) {
            first = later(byAtMost: faults.maximumDelaySeconds)
        } else if chance.happens(perMille: faults.reorderedPerMille) {
            // Long enough for the customer's next notification of the same moment, or of a compressed clock, to
            // overtake.
            first = later(byAtMost: max(2, faults.maximumDelaySeconds / 10))
        }
        guard chance.happens(perMille: faults.duplicatedPerMille) else { return [first] }
        return [first, first.addingTimeInterval(Double(1 + chance.number(below: 60)))]
    }

    func faults(of customer: Int) -> FaultRates {
        settings[customers[customer].profile.environment].faults
    }

    /// What can go wrong after a purchase: the history stays empty for a while, or Apple refunds out of the blue.
    mutating func troubleAfter(_ transaction: TransactionPayload, customer: Int) {
        let faults = faults(of: customer)
        if chance.happens(perMille: faults.emptyHistoryPerMille) {
            let until = later(byAtMost: faults.maximumEmptyHistorySeconds)
            effects.hiddenHistories.append(DelayedHistory(customer: customers[customer].profile.id, until: until))
        }
        if chance.happens(perMille: faults.refundedPerMille), let key = transaction.transactionId.key {
            let date = later(byAtMost: faults.maximumRefundDelaySeconds)
            queue.insert(.suddenRefund(key), at: date.millisecondsSince1970)
        }
    }

    private mutating func later(byAtMost seconds: Int) -> Date {
        now.addingTimeInterval(Double(1 + chance.number(below: seconds)))
    }
}
