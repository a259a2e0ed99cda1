// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Guidance for a customer who asks for a refund: Apple decides, by the rules and the practice of the storefront.
///
/// It is advice from experience and binds no one; dates are counted from the purchase.
public struct RefundGuidance: Hashable, Sendable, Codable {
    /// How likely Apple gives the money back.
    public enum Likelihood: String, Hashable, Sendable, Codable, CaseIterable {
        /// Without a reason.
        case unconditional = "no-reason-required"

        /// With a good reason.
        case conditional = "reason-required"

        /// Hardly: the customer did it before.
        case hard = "unlikely"

        /// The usual time is over.
        case late = "window-closed"
    }

    /// One of the ways to ask.
    public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
        /// Apple's page for problems with purchases.
        case reportAProblem = "report-a-problem"

        /// Apple's support, by telephone or chat.
        case appleSupport = "apple-support"

        /// The bank that issued the card, as the last way.
        case cardIssuer = "card-issuer"
    }

    /// How likely it is now.
    public var chance: Likelihood

    /// For how many days after the purchase Apple usually considers a request.
    public var windowDays: Int

    /// When these days are over.
    public var deadline: Date

    /// How many refunds the customer had in the year before.
    public var refundsThisYear: Int

    /// The ways to ask, the best first.
    public var routes: [Channel]

    /// How many hours a refund to a wallet or an Apple account takes.
    public var fastestHours: Int

    /// How many working days a refund to a card takes, at least and at most.
    public var cardWorkingDays: ClosedRange<Int>

    /// For how many days Apple considers a refund request that gives a reason, where the law grants no withdrawal.
    public static let reasonDays = 90

    /// Within which time earlier refunds count, in seconds: a year.
    public static let countedTime: TimeInterval = 365 * day

    private static let day: TimeInterval = 86_400

    /// Advises about one purchase.
    ///
    /// - Parameters:
    ///   - storefront: Where it was bought; three letters.
    ///   - purchaseDate: When.
    ///   - refunds: When the same customer got money back before.
    ///   - instant: Now.
    public init(
        storefront: StorefrontCountryCode?,
        purchaseDate: Date,
        refunds: [Date],
        asOf instant: Date
    ) {
        let earlier = refunds.count { $0 <= instant && instant.timeIntervalSince($0) < Self.countedTime }
        let code = storefront?.rawValue ?? ""
        let free = Self.freeDays(code)
        windowDays = free ?? Self.reasonDays
        deadline = purchaseDate.addingTimeInterval(Double(windowDays) * Self.day)
        refundsThisYear = earlier
        routes = [.reportAProblem, .appleSupport, .cardIssuer]
        fastestHours = 36
        cardWorkingDays = 7...15
        if instant >= deadline {
            // The right to change one's mind is over; Apple still looks at reasons for a while.
            let last = purchaseDate.addingTimeInterval(Double(Self.reasonDays) * Self.day)
            chance = instant < last && earlier < 3 ? .conditional : .late
        } else if code == "CHN", !refunds.contains(where: { $0 <= instant }) {
            // Once for each Apple account, not once a year.
            chance = .unconditional
        } else if free != nil {
            chance = .unconditional
        } else {
            chance = earlier < 3 ? .conditional : .hard
        }
    }

    /// In how many days a customer may change the mind without a reason.
    private static func freeDays(_ storefront: String) -> Int? {
        if union.contains(storefront) { return 14 }
        return storefront == "TWN" ? 7 : nil
    }

    /// The storefronts of the European Union.
    private static let union: Set<String> = [
        "AUT", "BEL", "BGR", "HRV", "CYP", "CZE", "DNK", "EST", "FIN", "FRA", "DEU", "GRC", "HUN", "IRL", "ITA", "LVA",
        "LTU", "LUX", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "ESP", "SWE",
    ]
}
