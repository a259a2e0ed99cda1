// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension PageContext {
    /// An environment's name.
    func environment(_ name: String) -> String {
        switch name {
        case "Production": self("Production")
        case "Sandbox": self("Sandbox")
        case "Xcode": "Xcode"
        case "LocalTesting": self("Local testing")
        default: name
        }
    }

    /// An order's state, and since when where it lasts: what is paid is delivered in a moment.
    func orderState(_ state: String, since: Date? = nil) -> (text: String, tone: StatusTone) {
        switch state {
        case "created": (self("awaiting payment"), .plain)
        case "paid":
            (
                self("paid"),
                since.map { now.timeIntervalSince($0) > 60 } ?? false ? .warning : .plain
            )
        case "delivered": (self("delivered"), .good)
        case "finished": (self("finished"), .good)
        case "refunded": (self("refunded"), .bad)
        case "revoked": (self("revoked"), .bad)
        case "expired": (self("expired"), .plain)
        case "failed": (self("failed"), .warning)
        default: (state, .plain)
        }
    }

    /// A subscription's state.
    func renewalState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "subscribed": (self("active"), .good)
        case "expired": (self("expired"), .plain)
        case "inBillingRetryPeriod": (self("billing retry"), .warning)
        case "inGracePeriod": (self("grace period"), .warning)
        case "revoked": (self("revoked"), .bad)
        default: (state, .plain)
        }
    }

    /// The one who moved an order.
    func mover(_ name: String) -> String {
        switch name {
        case "app": self("the app")
        case "notification": self("Apple's notification")
        case "recovery": self("recovery")
        case "history": self("Apple's transaction history")
        case "backfill": self("backfill")
        case "time": self("expiration")
        case "administrator": self("a team member")
        case "first start": self("initial setup")
        case _ where name.hasPrefix("key "): self("API key ") + name.dropFirst("key ".count)
        default:
            name.hasPrefix("operator ") ? name.dropFirst("operator ".count) + self(" in the console") : name
        }
    }

    /// A webhook delivery's state.
    func deliveryState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "pending": (self("pending", meaning: "webhook"), .plain)
        case "delivered": (self("delivered", meaning: "webhook"), .good)
        case "dead", "failed": (self("failed", meaning: "webhook"), .bad)
        default: (state, .plain)
        }
    }

    /// The result of a consumption request.
    func consumptionOutcome(_ outcome: String) -> (text: String, tone: StatusTone) {
        switch outcome {
        case "pending": (self("pending"), .warning)
        case "sent": (self("sent"), .good)
        case "no-consent": (self("not sent: no consent"), .warning)
        case "no-customer": (self("not sent: no customer"), .warning)
        case "disabled": (self("not sent: disabled"), .plain)
        case "too-late": (self("not sent: deadline passed"), .warning)
        default: (outcome, .plain)
        }
    }

    /// What two purchases give twice.
    func conflict(_ kind: String) -> String {
        switch kind {
        case "lifetime-and-subscription": self("A lifetime purchase beside a subscription that renews")
        case "two-subscriptions": self("Two subscriptions for the same entitlement")
        case "own-and-family": self("An own subscription beside a family member's")
        default: kind
        }
    }

    /// What to advise about it.
    func advice(_ advice: String) -> String {
        switch advice {
        case "turn-off-renewal": self("Turn the renewal off in the App Store's settings.")
        case "let-it-expire": self("Let it expire; no further charge follows.")
        case "ask-for-refund": self("Ask Apple for a refund of what is left.")
        default: advice
        }
    }

    /// A sign of fraud.
    func signal(_ name: String) -> String {
        switch name {
        case "many-refunds": self("many refunds")
        case "mostly-refunded": self("mostly refunded")
        case "many-storefronts": self("many storefronts")
        case "many-apple-accounts": self("many Apple accounts")
        case "many-devices": self("many devices")
        case "token-mismatch": self("another's token")
        default: name
        }
    }
}
