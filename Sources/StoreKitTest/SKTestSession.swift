// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import StoreKit
import Synchronization

/// A test's control over the store: what is sold, who pays, how time passes, what fails.
///
/// The store is in this process and new for each session; nothing is left behind. StoreKit's entry points are static,
/// so one session at a time is behind them: see ``SKTestSession/current`` and the trait for Swift Testing.
///
/// <https://developer.apple.com/documentation/storekittest/sktestsession>
open class SKTestSession: NSObject, @unchecked Sendable {
    let store: SimulatedStore

    // The rate and the failure's code are kept as they were given.
    private let chosen: Mutex<Chosen>

    private struct Chosen {
        var rate: TimeRate
        var failure = SKError.Code.unknown
        var isFailing: Bool

        /// What a configuration file says.
        init(_ settings: StoreKitFile.Settings) {
            rate = TimeRate(file: settings.timeRate)
            isFailing = settings.failTransactionsEnabled
        }
    }

    /// Opens a session with a configuration file.
    ///
    /// Waits while a session of another test is behind StoreKit's entry points; on the main actor it fails instead.
    ///
    /// - Parameter fileURL: The file.
    /// - Throws: ``SKTestError`` when the file is not there, cannot be read, or another test's session does not end.
    public init(contentsOf fileURL: URL) throws {
        guard fileURL.isFileURL else { throw SKTestError(.invalidURL) }
        guard FileManager.default.fileExists(atPath: fileURL.path) else { throw SKTestError(.fileNotFound) }
        do {
            store = try ConfigurationFile.store(at: fileURL, isTestSession: true)
        } catch {
            throw SKTestError(.fileNotFound, reason: "\(fileURL.path) cannot be read: \(error)")
        }
        chosen = Mutex(Chosen(store.settings))
        super.init()
        try SessionArbiter.shared.start(self)
    }

    /// Opens a session with the configuration file of a name.
    ///
    /// - Parameter filename: The name of a `.storekit` file in a bundle's resources, beside the program or below the
    ///   working directory.
    /// - Throws: ``SKTestError`` when there is no such file.
    public convenience init(configurationFileNamed filename: String) throws {
        guard let url = ConfigurationFile.named(filename) else {
            throw SKTestError(.fileNotFound, reason: "no file \(filename).storekit was found")
        }
        try self.init(contentsOf: url)
    }

    deinit {
        SessionArbiter.shared.end(store)
    }

    /// Whether dialogs are answered without showing them; there are none on Linux.
    public var disableDialogs: Bool {
        get { store.switches.disablesDialogs }
        set { store.switches.disablesDialogs = newValue }
    }

    /// Whether purchases wait for a parent.
    ///
    /// While there is a session this alone decides: as at Apple, what the app says itself, with
    /// `simulatesAskToBuyInSandbox`, counts in the sandbox and not here.
    public var askToBuyEnabled: Bool {
        get { store.switches.asksToBuy }
        set { store.switches.asksToBuy = newValue }
    }

    /// Whether purchases are interrupted until their issue is resolved.
    public var interruptedPurchasesEnabled: Bool {
        get { store.switches.interruptsPurchases }
        set { store.switches.interruptsPurchases = newValue }
    }

    /// Whether the customer keeps access while a renewal cannot be charged.
    public var billingGracePeriodIsEnabled: Bool {
        get { store.switches.hasGracePeriod }
        set { store.switches.hasGracePeriod = newValue }
    }

    /// Whether renewals cannot be charged.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { store.switches.failsRenewals }
        set { store.switches.failsRenewals = newValue }
    }

    /// Whether every purchase fails with ``failureError``.
    public var failTransactionsEnabled: Bool {
        get { chosen.withLock { $0.isFailing } }
        set {
            let failure = chosen.withLock { chosen in
                chosen.isFailing = newValue
                return newValue ? chosen.failure : nil
            }
            store.switches.failure = failure
        }
    }

    /// The error of purchases while ``failTransactionsEnabled`` is set.
    public var failureError: SKError.Code {
        get { chosen.withLock { $0.failure } }
        set {
            let isFailing = chosen.withLock { chosen in
                chosen.failure = newValue
                return chosen.isFailing
            }
            if isFailing { store.switches.failure = newValue }
        }
    }

    /// The language of names and prices.
    public var locale: Locale {
        get { store.switches.locale }
        set { store.switches.locale = newValue }
    }

    /// The storefront's country in three letters.
    public var storefront: String {
        get { store.country }
        set { store.country = newValue }
    }

    /// How fast subscriptions live.
    public var timeRate: SKTestSession.TimeRate {
        get { chosen.withLock { $0.rate } }
        set {
            chosen.withLock { $0.rate = newValue }
            store.setRate(monthSeconds: newValue.monthSeconds, periodSeconds: newValue.periodSeconds)
        }
    }

    /// How many seconds a subscription is expired at each period's end before it renews, up to a day (default: 0).
    ///
    /// StoreKit testing in Xcode shows `expired` for up to 0.7 seconds although the subscription renews, and gives no
    /// entitlement meanwhile: measured with Xcode 27.0, iOS 27.0. The next period still begins at the end of the one before.
    /// A period that has begun keeps the pause that it began with.
    public var renewalPause: TimeInterval {
        get { store.switches.renewalPause }
        set { store.switches.renewalPause = min(max(newValue, 0), 86_400) }
    }

    /// Switches everything back to what the configuration file says; transactions stay.
    public func resetToDefaultState() {
        chosen.withLock { $0 = Chosen(store.settings) }
        store.resetSwitches()
    }

    /// Takes all transactions away.
    public func clearTransactions() {
        store.clear()
    }

    /// The customer's transactions, the oldest first; purchases that wait come last.
    public func allTransactions() -> [SKTestTransaction] {
        store.testRecords().map(SKTestTransaction.init(record:))
    }
}
