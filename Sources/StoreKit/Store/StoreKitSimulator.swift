// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTTPClient
import Synchronization

/// What Apple's StoreKit does not have: which store is behind its entry points, and the customer's side of it.
///
/// By default it is a store in this process, with the configuration file that `$STOREKIT_CONFIGURATION` names or the
/// first `.storekit` file below the working directory. `$STOREKIT_SIMULATOR_URL` names a running simulator instead.
public enum StoreKitSimulator {
    /// When a renewal reaches the app.
    public enum RenewalDelivery: Hashable, Sendable {
        /// As it happens.
        case whileRunning

        /// Only when the app is launched the next time.
        case atNextLaunch
    }

    /// When a renewal reaches the app.
    public static var renewalDelivery: RenewalDelivery {
        get { StoreRuntime.shared.state.withLock { $0.renewalDelivery } }
        set { StoreRuntime.shared.state.withLock { $0.renewalDelivery = newValue } }
    }

    /// The order in which a new launch of the app gets what it missed.
    public enum LaunchOrder: Hashable, Sendable {
        /// The newest transaction first.
        case newestFirst

        /// The oldest transaction first.
        case oldestFirst
    }

    /// The order in which ``Transaction/updates`` sends the transactions from before the launch (default: newest first).
    ///
    /// Renewals that the app missed come newest first: measured with Xcode 27.0, iOS 27.0. Apple does not document the
    /// order, so an app must not let the last one win.
    public static var launchOrder: LaunchOrder {
        get { StoreRuntime.shared.state.withLock { $0.launchOrder } }
        set { StoreRuntime.shared.state.withLock { $0.launchOrder = newValue } }
    }

    /// Whether a canceled task reads products, transactions and subscription statuses (default: false).
    ///
    /// At Apple a canceled task gets no entitlements, no products and no statuses, and no error;
    /// ``Product/SubscriptionInfo/isEligibleForIntroOffer`` still answers: measured with Xcode 27.0, iOS 27.0. SwiftUI
    /// cancels the task of a view that disappears, so an app that takes an empty result for an answer locks out a paying
    /// customer.
    public static var answersCanceledTasks: Bool {
        get { StoreRuntime.shared.state.withLock { $0.answersCanceledTasks } }
        set { StoreRuntime.shared.state.withLock { $0.answersCanceledTasks = newValue } }
    }

    /// Whether the store in this process checks the signatures of promotional offers (default: true).
    ///
    /// The key is the one in the configuration file. Without a key only the form of a signature is checked. A JWS that
    /// fails throws ``StoreKitError/unknown``: measured with Xcode 27.0, iOS 27.0.
    public static var checksOfferSignatures: Bool {
        get { StoreRuntime.shared.state.withLock { $0.checksOfferSignatures } }
        set { StoreRuntime.shared.state.withLock { $0.checksOfferSignatures = newValue } }
    }

    /// Whether the history has consumables that were finished, as Apple's has from iOS 18 on in apps that ask for it.
    ///
    /// At first it is what the app's `Info.plist` says of
    /// [SKIncludeConsumableInAppPurchaseHistory](https://developer.apple.com/documentation/bundleresources/information-property-list/skincludeconsumableinapppurchasehistory).
    public static var historyHasFinishedConsumables: Bool {
        get { StoreRuntime.shared.state.withLock { $0.historyHasFinishedConsumables } }
        set { StoreRuntime.shared.state.withLock { $0.historyHasFinishedConsumables = newValue } }
    }

    /// The subscription groups for whose seats the App Store asked the customer whom to invite, the newest last.
    ///
    /// It asks after a purchase of seats that it invites to itself, see
    /// ``Product/PurchaseOption/multiSeatInvitationSheetSuppressed(_:)``, and when the app wants it to. The last 100 are
    /// remembered.
    public static var invitationSheets: [String] {
        StoreRuntime.shared.state.withLock { $0.invitationSheets }
    }

    /// Where the app receipt is; `Bundle.main.appStoreReceiptURL` answers the same once StoreKit was used.
    public static var receiptURL: URL { StoreRuntime.shared.receipts.url }

    /// Puts a store in this process behind the entry points.
    ///
    /// - Parameter configuration: A `.storekit` file.
    /// - Throws: An error that names the mistake in the file.
    public static func open(configuration: URL) throws {
        StoreRuntime.shared.use(try ConfigurationFile.store(at: configuration))
    }

    /// Puts a simulator that runs elsewhere behind the entry points.
    ///
    /// The app is notified of what happens there about once a second.
    ///
    /// - Parameters:
    ///   - address: The simulator's address, such as `http://127.0.0.1:8082` for its sandbox.
    ///   - customer: The one who buys; an account that is not there yet is made.
    ///   - root: The root certificate to trust, as PEM or DER; asked of the simulator itself when absent.
    /// - Throws: ``StoreKitError`` when the simulator does not answer.
    public static func connect(to address: URL, customer: String = "customer", root: Data? = nil) async throws {
        let store = try await RemoteStore(
            address: address.absoluteString.trimmingCharacters(in: CharacterSet(charactersIn: "/")),
            customer: customer,
            root: root,
            transport: try CurlTransport(),
            interval: .seconds(1)
        )
        StoreRuntime.shared.use(store)
    }

    /// Puts a simulator behind the entry points that is reached in another way, for this project's own tests.
    ///
    /// - Parameters:
    ///   - transport: How to reach it.
    ///   - customer: The one who buys.
    ///   - interval: How long to wait between two questions for news.
    /// - Returns: The store, to ask it for news at a moment of choice.
    /// - Throws: ``StoreKitError`` when the simulator does not answer.
    @discardableResult
    package static func connect(
        through transport: any HTTPTransport,
        customer: String,
        interval: Duration = .milliseconds(20)
    ) async throws -> RemoteStore {
        let store = try await RemoteStore(
            address: "http://simulator",
            customer: customer,
            root: nil,
            transport: transport,
            interval: interval
        )
        StoreRuntime.shared.use(store)
        return store
    }

    /// Takes the store away; the next call decides on one, as the first did.
    public static func disconnect() {
        StoreRuntime.shared.use(nil)
    }

    /// Does what ending and launching the app would do: unfinished transactions come back, the rest is forgotten.
    ///
    /// The app's own objects stay; those that listen have to begin again, as they would.
    public static func relaunch() {
        StoreRuntime.shared.relaunch()
    }

    /// Turns the clock of the store in this process forward; everything that is due happens before it returns.
    ///
    /// - Parameter seconds: How far.
    /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process.
    public static func advance(by seconds: TimeInterval) throws {
        try simulated().advance(by: seconds)
    }

    /// Lets the customer type an offer code into the next sheet that asks for one.
    ///
    /// In the store in this process a code is the reference name of an offer for codes, such as `Friends`, or
    /// `PRODUCT/Friends` when several products have one of that name; a simulator that runs elsewhere knows the codes
    /// that were made there. Without a code the customer closes the sheet. `$STOREKIT_OFFER_CODE` is typed whenever
    /// there is none.
    ///
    /// - Parameter code: The code; nil removes one that no sheet asked for.
    public static func enterOfferCode(_ code: String?) {
        StoreRuntime.shared.state.withLock { $0.offerCode = code }
    }

    /// Lets the customer choose a product on the store's page.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - offer: An offer of it.
    /// - Throws: ``StoreKitError/unsupported`` when the store is not in this process.
    public static func promote(product: String, offer: String? = nil) throws {
        try simulated().promote(product: product, offer: offer)
    }

    /// Reads a signed transaction and checks it as StoreKit would.
    ///
    /// - Parameter transaction: The document, as `jwsRepresentation` gives it.
    /// - Returns: The outcome; nil when it is not a signed transaction at all, or there is no store.
    public static func verify(_ transaction: String) -> VerificationResult<Transaction>? {
        guard let backend = try? StoreRuntime.shared.backend() else { return nil }
        return StoreRuntime.shared.read(transaction, .transaction, from: backend)
    }

    /// The hash that device proofs are made with.
    package static func digest(_ text: String) -> Data { SHA384.digest(of: Array(text.utf8)) }

    static func simulated() throws -> SimulatedStore {
        guard let store = try StoreRuntime.shared.backend() as? SimulatedStore else { throw StoreKitError.unsupported }
        return store
    }
}
