// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// What a test may switch while it runs.
package struct TestSwitches: Sendable {
    /// How fast subscriptions live.
    var rate = RenewalRate.realTime

    /// The language of names and prices.
    package var locale = Locale(identifier: "en_US")

    /// Whether purchases wait for a parent.
    package var asksToBuy = false

    /// Whether purchases are interrupted.
    package var interruptsPurchases = false

    /// Whether renewals cannot be charged.
    package var failsRenewals = false

    /// Whether the customer keeps access while a renewal cannot be charged.
    package var hasGracePeriod = false

    /// How many seconds a subscription is expired at each period's end before it renews.
    package var renewalPause: TimeInterval = 0

    /// Whether dialogs are answered without showing them; there are none on Linux.
    package var disablesDialogs = false

    /// The error of every purchase of the original interface; nil lets them succeed.
    package var failure: SKError.Code?

    /// The errors that calls of the newer interface throw, by the call's name.
    package var simulatedErrors: [SimulatedCall: any Error & Sendable] = [:]

    /// Whether the customer may pay.
    package var allowsPurchases = true

    init() {}

    /// The switches of a configuration file.
    init(_ settings: StoreKitFile.Settings) {
        locale = Locale(identifier: settings.locale)
        asksToBuy = settings.askToBuyEnabled ?? false
        hasGracePeriod = settings.billingGracePeriodEnabled ?? false
        failsRenewals = settings.renewalBillingIssuesEnabled ?? false
        interruptsPurchases = settings.billingIssuesEnabled ?? false
        disablesDialogs = settings.disableDialogs ?? false
        failure = settings.failTransactionsEnabled ? .unknown : nil
        rate = RenewalRate(file: settings.timeRate)
    }
}

/// The calls that a test can make fail.
package enum SimulatedCall: String, Sendable {
    case loadProducts
    case purchase
    case verification
    case appStoreSync
    case subscriptionStatus
    case appTransaction
    case manageSubscriptions
    case refundRequest
    case offerCodeRedeem
}

/// A purchase that waits or waited, under the number that a test sees.
struct PendingPurchaseNumber: Sendable {
    var id: PendingPurchaseID
    var product: ProductID
    var date: Date
    var reason: PendingPurchase.Reason
    var completed: TransactionID?
    var isDeclined = false
}

extension RenewalRate {
    /// The rate of a configuration file: the position in Xcode's list, of which only the first is documented.
    fileprivate init(file rate: Int) {
        switch rate {
        case 1: self = .every(seconds: 900)
        case 2: self = .every(seconds: 300)
        case 3: self = .every(seconds: 60)
        case 4: self = .every(seconds: 30)
        case 5: self = .every(seconds: 10)
        case 6: self = .every(seconds: 2)
        case 10: self = .monthly(seconds: 3600)
        case 11: self = .monthly(seconds: 1800)
        case 12: self = .monthly(seconds: 900)
        case 13: self = .monthly(seconds: 300)
        case 15: self = .monthly(seconds: 30)
        default: self = .realTime
        }
    }
}
