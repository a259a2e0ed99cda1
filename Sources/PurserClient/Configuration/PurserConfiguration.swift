// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What an app says to have its purchases taken care of.
///
/// ```swift
/// var configuration = PurserConfiguration(server: URL(string: "https://purchases.example.com")!, key: "pk_…")
/// configuration.customer = "anna"
/// let purser = Purser(configuration)
/// ```
public struct PurserConfiguration: Sendable {
    /// Which of Apple's interfaces carries the payments.
    public enum Interface: Hashable, Sendable {
        /// StoreKit 2: signed transactions.
        case storeKit2

        /// The original interface: a payment queue, and the app receipt as proof.
        case storeKit1
    }

    /// The team's Purser server; nothing in an app without a server.
    ///
    /// Setting it removes the verifier.
    public var server: ServerAccess? {
        didSet { if server != nil { verifier = nil } }
    }

    /// Verifies purchases instead of a Purser server: the team's own backend.
    ///
    /// Setting it removes the server.
    public var verifier: (any PurchaseVerifier)? {
        didSet { if verifier != nil { server = nil } }
    }

    /// Which products give which entitlements, for apps without a Purser server, which keeps this in its catalog.
    public var entitlementMap = EntitlementMap()

    /// Who is signed in when the app is launched.
    public var customer: String?

    /// Whether customers without an account buy: an identity in the Keychain has their purchases until someone signs in.
    ///
    /// It needs a Purser server, and ``customerToken`` for signing in.
    public var allowsAnonymousCustomers = false

    /// Which of Apple's interfaces carries the payments.
    public var interface = Interface.storeKit2

    /// Where purchases are kept until they are verified: the Keychain on Apple systems, a private folder elsewhere.
    public var storage: (any PurserStorage)?

    /// How often a verification is tried.
    public var retries = RetryPolicy()

    /// The language of texts; the system's when absent.
    public var language: PurserLanguage?

    /// Texts that the purchase page says besides, by product and language, for apps without a server.
    public var helpTexts: [String: [String: String]] = [:]

    /// The app's version, sent with failures; the main bundle's when absent.
    public var appVersion: String?

    var reportedVersion: String? {
        appVersion ?? Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    }

    /// Gives the customer's token that the team's backend made; nothing for customers who are not signed in.
    public var customerToken: (@Sendable (_ customer: String) async throws -> String?)?

    /// Looks at the device before a purchase starts, and may refuse it.
    public var deviceRisk: (@Sendable () async -> DeviceRisk)?

    /// Asks the customer whether a verification should be tried again; never when absent.
    public var shouldRetry: (@Sendable (RetryPrompt) async -> Bool)?

    /// Asks the customer whether to buy what they would then pay for twice; an error is thrown instead when absent.
    public var shouldPurchaseDespiteConflict: (@Sendable (ConflictWarning) async -> Bool)?

    /// Whether a product that was chosen on the App Store's page is bought now; always when absent.
    public var shouldPurchasePromotedProduct: (@Sendable (_ product: String) async -> Bool)?

    /// Gives the customer what was bought, in apps without a Purser server; after the verifier where there is one.
    ///
    /// It may be called again for the same transaction when the app dies before it is noted; tell purchases apart by
    /// ``OnDeviceDelivery/transaction``.
    public var deliver: (@Sendable (OnDeviceDelivery) async throws -> Void)?

    /// Told of everything that happens, for analytics.
    public var onEvent: (@Sendable (PurserEvent) -> Void)?

    /// Told of everything that happens in a line that people read.
    public var onLog: (@Sendable (String) -> Void)?

    // Handed in by this project's tests.
    package var store: (any PurchaseStore)?
    package var now: @Sendable () -> Date = { SystemClock.now }
    package var pause: @Sendable (TimeInterval) async -> Void = { await SystemClock.pause($0) }

    /// For an app with a server.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - key: The app's publishable key; a secret key never goes into an app.
    public init(server: URL, key: String) {
        self.server = ServerAccess(url: server, key: key)
    }

    /// For an app whose team verifies purchases with a backend of its own.
    ///
    /// No one needs to be signed in to buy. Entitlements come from the store's verified transactions.
    ///
    /// - Parameters:
    ///   - verifier: Verifies and delivers purchases.
    ///   - map: Which products give which entitlements.
    public init(verifier: any PurchaseVerifier, entitlements map: EntitlementMap = EntitlementMap()) {
        self.verifier = verifier
        entitlementMap = map
    }

    /// For an app without a server: transactions are verified on the device and open entitlements from there.
    ///
    /// - Parameter map: Which products give which entitlements.
    public init(onDevice map: EntitlementMap) {
        entitlementMap = map
    }
}
