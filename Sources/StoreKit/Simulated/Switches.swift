// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// What a test may switch while it runs.
package struct Switches: Sendable {
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

    /// Whether dialogs are answered without showing them; there are none on Linux.
    package var disablesDialogs = false

    /// The error of every purchase of the original interface; nil lets them succeed.
    package var failure: SKError.Code?

    /// The errors that calls of the newer interface throw, by the call's name.
    package var simulatedErrors: [SimulatedCall: any Error & Sendable] = [:]

    /// The device's identifier.
    var deviceID = UUID()

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
struct PendingNumber: Sendable {
    var id: PendingPurchaseID
    var product: ProductID
    var date: Date
    var reason: PendingPurchase.Reason
    var completed: TransactionID?
    var isDeclined = false
}
