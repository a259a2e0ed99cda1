// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// Where a transaction is in the customer's commitment.
    public struct CommitmentInfo: Hashable, Sendable {
        /// Which bill of the commitment it is, counted from one.
        public let billingPeriodNumber: UInt64

        /// How many bills the commitment has.
        public let totalBillingPeriods: UInt64

        /// When the commitment ends.
        public let expirationDate: Date

        /// The price of the whole commitment.
        public let price: Decimal

        init?(payload: Data) {
            guard let fields = (try? AppStoreJSON.decode(Envelope.self, from: payload))?.commitmentInfo else {
                return nil
            }
            billingPeriodNumber = fields.billingPeriodNumber ?? 1
            totalBillingPeriods = fields.totalBillingPeriods ?? 1
            expirationDate = fields.commitmentExpiresDate ?? .distantPast
            price = Decimal(fields.commitmentPrice ?? 0) / 1000
        }
    }
}

private struct Envelope: Decodable {
    struct Fields: Decodable {
        var billingPeriodNumber: UInt64?
        var totalBillingPeriods: UInt64?
        var commitmentExpiresDate: Date?
        var commitmentPrice: Int64?
    }

    var commitmentInfo: Fields?
}
