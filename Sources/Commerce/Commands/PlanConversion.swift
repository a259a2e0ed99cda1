// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What was left of one or more plans was turned into days of another.
///
/// The values are written down as they were agreed, so that a later change of prices changes nothing.
public struct PlanConversion: Hashable, Sendable, Codable {
    /// One holding that was converted, as a whole.
    public struct Source: Hashable, Sendable, Codable {
        /// What was converted.
        public enum Holding: Hashable, Sendable, Codable {
            /// The rest of a purchase.
            case transaction(OriginalTransactionID, TransactionID)

            /// The rest of what an earlier conversion gave.
            case conversion(ConversionID)
        }

        /// What was converted.
        public var holding: Holding

        /// How much time was left of it, in milliseconds.
        public var remainingMilliseconds: Int64

        /// What that time was worth.
        public var remainingValue: Money

        /// The product whose time it was; absent in conversions that were recorded before Purser stored it.
        public var productID: ProductID?

        /// Makes a source.
        public init(
            holding: Holding,
            remainingMilliseconds: Int64,
            remainingValue: Money,
            productID: ProductID? = nil
        ) {
            self.holding = holding
            self.productID = productID
            self.remainingMilliseconds = remainingMilliseconds
            self.remainingValue = remainingValue
        }
    }

    /// The payment that caused a conversion without a request.
    public struct Upgrade: Hashable, Sendable, Codable {
        /// The purchase.
        public var lineage: OriginalTransactionID

        /// The transaction that paid for the higher plan.
        public var transactionID: TransactionID

        /// Makes an upgrade.
        public init(lineage: OriginalTransactionID, transactionID: TransactionID) {
            self.lineage = lineage
            self.transactionID = transactionID
        }
    }

    /// The conversion; the same one again changes nothing.
    public var id: ConversionID

    /// The one who converted.
    public var customer: CustomerID

    /// When.
    public var date: Date

    /// The plans that were converted.
    public var sources: [Source]

    /// The plan whose days were gained.
    public var targetProductID: ProductID

    /// The device that the time serves; absent when it serves the account.
    public var device: DeviceID?

    /// The time that was gained, in milliseconds.
    public var gainedMilliseconds: Int64

    /// The price per period of the plan at which the time was reckoned.
    public var targetPrice: Money

    /// The period that this price buys, in milliseconds.
    public var targetPeriodMilliseconds: Int64

    /// The payment that caused it, or `nil` when somebody requested it.
    ///
    /// The conversion counts only while the customer has that purchase: when Apple refunds it, everything is as if
    /// nothing had been converted.
    public var upgrade: Upgrade?

    /// Makes a conversion.
    public init(
        id: ConversionID,
        customer: CustomerID,
        date: Date,
        sources: [Source],
        targetProductID: ProductID,
        device: DeviceID? = nil,
        gainedMilliseconds: Int64,
        targetPrice: Money,
        targetPeriodMilliseconds: Int64,
        upgrade: Upgrade? = nil
    ) {
        self.id = id
        self.customer = customer
        self.date = date
        self.sources = sources
        self.targetProductID = targetProductID
        self.device = device
        self.gainedMilliseconds = gainedMilliseconds
        self.targetPrice = targetPrice
        self.targetPeriodMilliseconds = targetPeriodMilliseconds
        self.upgrade = upgrade
    }
}
