// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
package import AppStoreTypes
import Dispatch
package import Foundation
import Synchronization

/// The store in this process: the simulator's core for one customer of one app, driven by the machine's clock.
///
/// The core is a pure state machine. Here it gets the time, its payloads get signatures and the app is notified of what
/// happens. Nothing is left behind when the value goes away.
package final class SimulatedStore: Sendable {
    struct State {
        var core: SimulatedAppStore
        var ledger = PurchaseHistory()
        var switches = TestSwitches()

        /// The attempts of purchases that wait, by the simulator's name of the purchase.
        var attempts: [PendingPurchaseID: UUID] = [:]

        /// The numbers under which a test sees purchases that wait or waited.
        var pendingNumbers: [UInt: PendingPurchaseNumber] = [:]

        /// The number of the next purchase that waits: high enough never to be a transaction's in a test.
        var nextPendingNumber: UInt = 1_000_000_000

        /// Another member of the customer's family.
        var relative: FamilyMember?

        /// The store right after the last purchase in the past.
        var past: BackdatedStore?

        /// How many offer codes tests had made.
        var codes = 1

        /// What somebody turned the clock forward by.
        var offset: TimeInterval = 0

        /// Counts the plans to wake up, so that an old one does nothing.
        var wakeUps: UInt64 = 0

        /// What happened and was not told yet.
        var updates: [StoreEvent] = []
        var receive: (@Sendable (StoreEvent) -> Void)?
    }

    let state: Mutex<State>
    let failures = Mutex<[SimulatedCall: any Sendable]>([:])
    let documents: TestDocumentSigner
    let customer = CustomerID(rawValue: "customer")

    /// The app that is simulated.
    package let bundleID: BundleID

    /// The configuration file's contents.
    let configuration: StoreKitFile

    /// What the configuration file says of the store itself.
    package let settings: StoreKitFile.Settings

    /// The key that signs promotional offers in tests, when the configuration has one.
    let offersKey: OffersKey?

    /// The device's identifier.
    package let deviceVerificationID: UUID

    /// Whether a test session rules this store: then it alone says whether purchases ask a parent.
    ///
    /// Apple's sessions pay no heed to an app that asks for it; the sandbox does, and so does a store without a
    /// session.
    let isTestSession: Bool
    private let alarm = DispatchQueue(label: "StoreKit.clock")
    /// Held by the thread that notifies the app; what the app does meanwhile may notify it of more.
    private let notifying = NSRecursiveLock()

    /// Opens a store with a configuration file's contents.
    ///
    /// - Parameters:
    ///   - configuration: The contents.
    ///   - bundleID: The app; the process's own when absent.
    ///   - isTestSession: Whether a test session rules it.
    /// - Throws: An error that names the mistake in the file.
    package init(configuration: StoreKitFile, bundleID: BundleID? = nil, isTestSession: Bool = false) throws {
        self.isTestSession = isTestSession
        let app = bundleID ?? Self.chosenBundleID
        self.bundleID = app
        self.configuration = configuration
        settings = configuration.settings
        documents = try TestDocumentSigner.shared()
        deviceVerificationID = UUID()
        offersKey = try configuration.subscriptionOffersKeyPair.map(OffersKey.init)
        let start = StoreClock.now()
        let storefront = StorefrontCountryCode(rawValue: configuration.settings.storefront)
        let core = try Self.emptyCore(
            Catalog(configuration: configuration, bundleID: app),
            app: app,
            customer: CustomerProfile(id: customer, environment: .xcode, storefront: storefront),
            startingAt: start
        )
        var state = State(core: core)
        state.switches = TestSwitches(configuration.settings)
        self.state = Mutex(state)
        try perform { try $0.configure() }
    }

    /// The app's identifier: `$STOREKIT_BUNDLE_ID`, the main bundle's, or one for examples.
    static var chosenBundleID: BundleID {
        let chosen = ProcessInfo.processInfo.environment["STOREKIT_BUNDLE_ID"]
        return BundleID(rawValue: chosen ?? Bundle.main.bundleIdentifier ?? "com.example.app")
    }

    /// Does something at the present instant, then reports what happened and plans the next step of the clock.
    @discardableResult
    func perform<Result>(_ body: (inout sending StoreMutation) throws -> Result) rethrows -> Result {
        let result = try mutate(body)
        notifyUpdates()
        plan()
        return result
    }

    /// Lends out the state, brought up to the present instant.
    private func mutate<Result>(_ body: (inout sending StoreMutation) throws -> Result) rethrows -> Result {
        try state.withLock { state in
            var mutation = StoreMutation(
                state: state,
                customer: customer,
                documents: documents,
                device: deviceVerificationID
            )
            mutation.catchUp(to: StoreClock.now())
            defer { state = mutation.state }
            return try body(&mutation)
        }
    }

    /// Notifies the app of what happened, in the order in which it happened.
    ///
    /// Another thread waits for its turn: if each sent what it found, one that was interrupted would send a purchase after its
    /// refund.
    private func notifyUpdates() {
        notifying.lock()
        defer { notifying.unlock() }
        while let (event, receive) = nextUpdate() { receive?(event) }
    }

    /// Takes the next event out, one at a time: what its receiver does comes after all that happened before.
    private func nextUpdate() -> (event: StoreEvent, receive: (@Sendable (StoreEvent) -> Void)?)? {
        state.withLock { state in
            guard !state.updates.isEmpty else { return nil }
            return (state.updates.removeFirst(), state.receive)
        }
    }

    /// Wakes up when something happens automatically.
    private func plan() {
        let (delay, wakeUp) = state.withLock { state -> (TimeInterval?, UInt64) in
            state.wakeUps += 1
            let due = state.core.nextDueDate
            let offset = state.offset
            return (due.map { $0.timeIntervalSince(StoreClock.now()) - offset }, state.wakeUps)
        }
        guard let delay else { return }
        // A little later than due, because deadlines are rounded.
        alarm.asyncAfter(deadline: .now() + max(0, delay) + 0.002) { [weak self] in
            guard let self, self.state.withLock({ $0.wakeUps == wakeUp }) else { return }
            self.perform { _ in }
        }
    }

    /// Turns the store's clock forward.
    package func advance(by seconds: TimeInterval) {
        state.withLock { $0.offset += max(0, seconds) }
        perform { _ in }
    }
}
