// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A subscription of the customer's as the server knows it.
public struct CustomerSubscription: Hashable, Sendable, Identifiable {
    /// A year that the customer pays month by month.
    public struct Commitment: Hashable, Sendable {
        /// Which month is paid, counted from 1.
        public let month: Int

        /// How many months the customer committed to.
        public let months: Int

        /// When the last month ends.
        public let expires: Date?

        /// The price of all months.
        public let price: PlanConversion.Amount?

        /// What is still to be charged.
        public let remainingPrice: PlanConversion.Amount?

        /// Whether another commitment follows; when false, the customer canceled and is charged until the end.
        public let willRenew: Bool?
    }

    /// The first transaction of the subscription.
    public let id: String

    /// The product's identifier.
    public let product: String

    /// Where it stands: `subscribed`, `expired`, `inBillingRetryPeriod`, `inGracePeriod` or `revoked`; an open set.
    public let state: String

    /// Whether the customer may use it.
    public let hasAccess: Bool

    /// Whether it is set to renew.
    public let willRenew: Bool?

    /// When the current period ends, or the last one did.
    public let periodEnds: Date

    /// When access ends unless it renews.
    public let accessEnds: Date

    /// The product that renews, when it is known.
    public let nextProduct: String?

    /// What the next renewal costs, when it is known.
    public let nextPrice: PlanConversion.Amount?

    /// How many people may use it; absent when it is not one for a group.
    public let seats: Int?

    /// How many seats renew.
    public let renewalSeats: Int?

    /// The year that is paid month by month, where it is one.
    public let commitment: Commitment?

    /// The bundle that brings it.
    public let bundle: String?

    /// Whether a member of the family shares it.
    public let isFamilyShared: Bool

    /// Whether the buyer of a group subscription assigned it.
    public let isAssigned: Bool

    /// The other store that sold it, such as `google-play`, in which the customer manages it; `nil` when Apple did.
    public let store: String?

    /// What to say of seats and of a commitment, a sentence each; empty for any other subscription.
    ///
    /// - Parameter language: The language; the system's when absent.
    /// - Returns: The text.
    public func text(in language: PurserLanguage = .system) -> String {
        let texts = [seatText(in: language), commitment?.text(in: language)].compactMap { $0 }
        return texts.joined(separator: language.choose(" ", ""))
    }

    private func seatText(in language: PurserLanguage) -> String? {
        guard let seats else { return nil }
        let now = language.choose(seats == 1 ? "1 seat." : "\(seats) seats.", "\(seats)个席位。")
        guard let renewalSeats, renewalSeats != seats else { return now }
        return language.choose(
            "\(now.dropLast()), \(renewalSeats) from the next renewal on.",
            "\(now.dropLast())，下次续期起为\(renewalSeats)个。"
        )
    }
}

extension CustomerSubscription.Commitment {
    func text(in language: PurserLanguage) -> String {
        var sentences = [language.choose("Month \(month) of \(months).", "第\(month)个月，共\(months)个月。")]
        if let remainingPrice, remainingPrice.milliunits > 0 {
            let amount = remainingPrice.text(in: language)
            sentences.append(
                expires.map { expires in
                    let day = expires.text(in: language)
                    return language.choose(
                        "\(amount) is still charged until \(day), also after canceling.",
                        "\(day)前仍需支付\(amount)，取消后也会继续扣款。"
                    )
                }
                    ?? language.choose(
                        "\(amount) is still charged, also after canceling.",
                        "仍需支付\(amount)，取消后也会继续扣款。"
                    )
            )
        }
        if willRenew == false {
            sentences.append(language.choose("It does not renew after that.", "期满后不再续期。"))
        }
        return sentences.joined(separator: language.choose(" ", ""))
    }
}

extension PurserLanguage {
    /// How the language writes amounts and dates.
    fileprivate var locale: Locale { Locale(identifier: choose("en_US", "zh_Hans_CN")) }
}

extension PlanConversion.Amount {
    /// The amount with its currency.
    fileprivate func text(in language: PurserLanguage) -> String {
        (Decimal(milliunits) / 1000).formatted(.currency(code: currency).locale(language.locale))
    }
}

extension Date {
    /// The day in the device's time zone.
    fileprivate func text(in language: PurserLanguage) -> String {
        formatted(.dateTime.year().month(.wide).day().locale(language.locale))
    }
}
