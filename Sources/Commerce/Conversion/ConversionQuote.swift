// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What converting the rest of one or more plans into another would give, or gave.
public struct ConversionQuote: Hashable, Sendable, Codable {
    /// Something that the customer should know, and must confirm, before the conversion.
    public struct Warning: Hashable, Sendable, Codable {
        /// What the warning is about.
        public struct Code: WireString {
            /// The code's name.
            public let rawValue: String

            /// Makes a code from its name.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// A source is a subscription that Apple will charge for again: converting its rest does not cancel it.
            public static let subscriptionRenews: Code = "subscription-renews"

            /// Every code.
            public static let all: [Code] = [.subscriptionRenews]
        }

        /// What the warning is about.
        public var code: Code

        /// The subscription.
        public var lineage: OriginalTransactionID

        /// The product that renews.
        public var productID: ProductID

        /// When Apple charges next, or the end of the period when no document names the next charge.
        public var nextChargeDate: Date

        /// What Apple charges then, when a document says it.
        public var nextPrice: Money?

        /// Whether a document says that the renewal is on; false when no document says either way.
        public var isCertain: Bool
    }

    /// When it was reckoned.
    public var date: Date

    /// What would be converted, with its value.
    public var sources: [PlanConversion.Source]

    /// The plan that would be gained.
    public var targetProductID: ProductID

    /// The device that the time would serve; absent when it would serve the account.
    public var device: DeviceID?

    /// What all sources are worth.
    public var value: Money

    /// The time that it buys, in milliseconds, rounded down.
    public var gainedMilliseconds: Int64

    /// The price per period at which the time is reckoned.
    public var targetPrice: Money

    /// How long the period is that this price buys, in milliseconds; see ``CalendarPeriod/averageMilliseconds``.
    public var targetPeriodMilliseconds: Int64

    /// What the customer must confirm first; empty in the quote of a conversion that was performed.
    public var warnings: [Warning] = []

    /// Whole days of the time that it buys.
    public var gainedDays: Int { Int(gainedMilliseconds / 86_400_000) }

    /// When the gained time would end if nothing else of the plan ran.
    public var endDate: Date {
        date.adding(milliseconds: gainedMilliseconds)
    }

    /// The command that performs it.
    public func conversion(_ id: ConversionID, of customer: CustomerID) -> PlanConversion {
        PlanConversion(
            id: id,
            customer: customer,
            date: date,
            sources: sources,
            targetProductID: targetProductID,
            device: device,
            gainedMilliseconds: gainedMilliseconds,
            targetPrice: targetPrice,
            targetPeriodMilliseconds: targetPeriodMilliseconds
        )
    }
}

extension PlanConversion {
    /// What was agreed.
    public var quote: ConversionQuote {
        ConversionQuote(
            date: date,
            sources: sources,
            targetProductID: targetProductID,
            device: device,
            value: Money(
                milliunits: sources.reduce(BoundedSum()) { $0 + BoundedSum($1.remainingValue.milliunits) }.value,
                currency: targetPrice.currency
            ),
            gainedMilliseconds: gainedMilliseconds,
            targetPrice: targetPrice,
            targetPeriodMilliseconds: targetPeriodMilliseconds
        )
    }
}
