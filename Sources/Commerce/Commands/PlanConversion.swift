// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What was left of one or more plans was turned into days of another.
///
/// The values are written down as they were agreed, so that a later change of prices changes nothing.
public struct PlanConversion: Hashable, Sendable, Codable {
    /// One plan that was given up.
    public struct Source: Hashable, Sendable, Codable {
        /// The purchase whose rest was taken.
        public var transactionID: TransactionID

        /// Its lineage.
        public var lineage: OriginalTransactionID

        /// The device it served, when plans are counted by device.
        public var device: DeviceID?

        /// What was left of it.
        public var remainingValue: Money

        /// Makes a source.
        public init(
            transactionID: TransactionID,
            lineage: OriginalTransactionID,
            device: DeviceID? = nil,
            remainingValue: Money
        ) {
            self.transactionID = transactionID
            self.lineage = lineage
            self.device = device
            self.remainingValue = remainingValue
        }
    }

    /// The conversion; the same one again changes nothing.
    public var id: ConversionID

    /// Who converted.
    public var customer: CustomerID

    /// When.
    public var date: Date

    /// The plans that were given up.
    public var sources: [Source]

    /// The plan whose days were gained.
    public var targetProductID: ProductID

    /// The purchase of that plan which the days are added to, when one was bought.
    public var targetLineage: OriginalTransactionID?

    /// The time that was gained, in milliseconds.
    public var gainedMilliseconds: Int64

    /// The price per period of the plan at which the time was reckoned.
    public var targetPrice: Money

    /// The period that this price buys, in milliseconds.
    public var targetPeriodMilliseconds: Int64

    /// Makes a conversion.
    public init(
        id: ConversionID,
        customer: CustomerID,
        date: Date,
        sources: [Source],
        targetProductID: ProductID,
        targetLineage: OriginalTransactionID? = nil,
        gainedMilliseconds: Int64,
        targetPrice: Money,
        targetPeriodMilliseconds: Int64
    ) {
        self.id = id
        self.customer = customer
        self.date = date
        self.sources = sources
        self.targetProductID = targetProductID
        self.targetLineage = targetLineage
        self.gainedMilliseconds = gainedMilliseconds
        self.targetPrice = targetPrice
        self.targetPeriodMilliseconds = targetPeriodMilliseconds
    }
}
