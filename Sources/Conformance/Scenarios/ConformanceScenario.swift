// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator

/// A text in the kit's two languages.
package struct ConformanceText: Hashable, Sendable {
    /// English.
    package var english: String
    /// Simplified Chinese.
    package var chinese: String

    /// Makes a text.
    package init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }
}

/// The subject of a scenario, for the sections of a report.
package enum ConformanceTopic: String, CaseIterable, Hashable, Sendable {
    case purchases, renewals, expirations, billing, refunds, plans, families, offers, prices, extensions, groups
    case forgeries

    /// The heading.
    package var title: ConformanceText {
        switch self {
        case .purchases: ConformanceText("Purchases", "购买")
        case .renewals: ConformanceText("Renewals", "续期")
        case .expirations: ConformanceText("Expirations", "到期")
        case .billing: ConformanceText("Billing retry and grace period", "扣款重试与宽限期")
        case .refunds: ConformanceText("Refunds", "退款")
        case .plans: ConformanceText("Plan changes", "方案变更")
        case .families: ConformanceText("Family Sharing", "家人共享")
        case .offers: ConformanceText("Offers", "优惠")
        case .prices: ConformanceText("Price increases", "涨价")
        case .extensions: ConformanceText("Renewal-date extensions", "续期日期延长")
        case .groups: ConformanceText("Seats, commitments and bundles", "席位、承诺与捆绑订阅")
        case .forgeries: ConformanceText("Forged documents", "伪造的文档")
        }
    }

    /// Apple's page about the rule.
    package var rule: String {
        let documentation = "https://developer.apple.com/documentation/"
        switch self {
        case .purchases: return documentation + "appstoreserverapi/jwstransactiondecodedpayload"
        case .renewals, .expirations, .prices, .extensions:
            return documentation + "appstoreservernotifications/notificationtype"
        case .billing: return documentation + "storekit/reducing-involuntary-subscriber-churn"
        case .refunds: return documentation + "storekit/handling-refund-notifications"
        case .plans: return "https://developer.apple.com/app-store/subscriptions/"
        case .families: return documentation + "storekit/supporting-family-sharing-in-your-app"
        case .offers: return documentation + "appstoreserverapi/offertype"
        case .groups:
            return documentation + "storekit/supporting-monthly-subscriptions-with-a-12-month-commitment"
        case .forgeries: return documentation + "appstoreserverapi/jwstransaction"
        }
    }
}

/// Something that happens in the App Store, and what a correct server answers afterward.
///
/// The steps drive the simulator, whose own books give the expected entitlements after every step. `ends` repeats the
/// last of them manually, so that a wrong book is noticed too.
package struct ConformanceScenario: Sendable {
    /// The name, such as `renew-monthly`.
    package var name: String
    /// The subject.
    package var topic: ConformanceTopic
    /// What a correct server does, and why.
    package var sentence: ConformanceText
    /// The entitlements of each customer after the last step.
    package var ends: [String: [ConformanceProduct]]
    /// The billing grace period of the app.
    package var grace: GracePeriod?
    /// When the App Store charges for renewals.
    package var timing: RenewalTiming
    /// The steps.
    package var steps: [ConformanceStep]

    /// Makes a scenario.
    package init(
        _ name: String,
        _ topic: ConformanceTopic,
        _ english: String,
        _ chinese: String,
        ends: [String: [ConformanceProduct]],
        grace: GracePeriod? = nil,
        timing: RenewalTiming = .atExpiry,
        _ steps: [ConformanceStep]
    ) {
        self.name = name
        self.topic = topic
        sentence = ConformanceText(english, chinese)
        self.ends = ends
        self.grace = grace
        self.timing = timing
        self.steps = steps
    }

    /// Every scenario, by topic.
    package static let all: [ConformanceScenario] =
        purchases + renewals + expirations + billing + refunds + plans + families + offers + prices + extensions
        + groups + forgeries

    /// Whether somebody attacks the server in it.
    package var isAttack: Bool { topic == .forgeries }

    /// Whether only a server that checks revocation can pass it.
    package var checksRevocation: Bool {
        steps.contains { step in
            guard case .forge(.revokedCertificate, _) = step else { return false }
            return true
        }
    }

    /// The products that it needs.
    package var products: Set<ConformanceProduct> {
        var found: Set<ConformanceProduct> = []
        for step in steps {
            switch step {
            case .buy(_, .studio, _): found.formUnion([.studio, .sketches, .lessons])
            case .buy(_, let product, _), .redeem(_, let product, _): found.insert(product)
            case .member: found.insert(.team)
            default: break
            }
        }
        return found
    }
}
