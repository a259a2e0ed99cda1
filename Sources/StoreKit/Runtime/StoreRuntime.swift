// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// What the static entry points share: the store behind them, its readers, and what this launch of the app knows.
final class StoreRuntime: Sendable {
    static let shared = StoreRuntime()

    struct State {
        var backend: (any StoreBackend)?

        /// Makes the store that comes when there is none; nil for the default.
        var next: (@Sendable () throws -> any StoreBackend)?

        /// The transactions that a new reader of updates is sent: unfinished at launch, or come automatically.
        var backlog: Set<UInt64> = []

        /// Whether the transactions that were unfinished at launch are in the backlog.
        var isLaunched = false

        var renewalDelivery = StoreKitSimulator.RenewalDelivery.whileRunning

        var launchOrder = StoreKitSimulator.LaunchOrder.newestFirst

        var answersCanceledTasks = false

        var checksOfferSignatures = true

        var historyHasFinishedConsumables =
            Bundle.main.object(forInfoDictionaryKey: "SKIncludeConsumableInAppPurchaseHistory") as? Bool ?? false

        /// The groups for whose seats the App Store asked whom to invite, the newest last.
        var invitationSheets: [String] = []

        /// What the customer types into the next sheet that asks for an offer code.
        var offerCode: String?

        /// The storefront of the products that were loaded last.
        var loadedStorefront: String?
    }

    let state = Mutex(State())
    let promotions = Promotions()
    let transactionUpdates = Broadcast<VerificationResult<Transaction>> { "\($0.unsafePayloadValue.id)" }
    let statusUpdates = Broadcast<Product.SubscriptionInfo.Status> { "\($0.transaction.unsafePayloadValue.originalID)" }
    let storefrontUpdates = Broadcast<Storefront> { _ in "storefront" }
    let messages = Broadcast<Message>(buffersForFirstReader: true) { "\($0.reason.rawValue)" }
    let purchaseIntents = Broadcast<PurchaseIntent>(buffersForFirstReader: true) { $0.id }
    let receipts = ReceiptFile()

    private init() {
        receipts.install()
    }

    /// The store behind the entry points; the first call decides on one.
    func backend() throws -> any StoreBackend {
        let (backend, next) = state.withLock { ($0.backend, $0.next) }
        if let backend { return backend }
        let made: any StoreBackend
        do {
            made = try next?() ?? DefaultStore.make()
        } catch {
            throw StoreKitError.systemError(error)
        }
        let chosen = state.withLock { state -> (backend: any StoreBackend, isNew: Bool) in
            if let backend = state.backend { return (backend, false) }
            state.backend = made
            return (made, true)
        }
        if chosen.isNew { made.connect { [weak made] event in self.receive(event, from: made) } }
        return chosen.backend
    }

    /// Puts another store behind the entry points, as if the app had been installed and launched again.
    ///
    /// - Parameters:
    ///   - backend: The store; nil lets the next call make one.
    ///   - expected: The store that is there now; when another has taken its place, nothing changes.
    ///   - next: How the next call makes it; nil for the default store.
    func use(
        _ backend: (any StoreBackend)?,
        insteadOf expected: (any StoreBackend)? = nil,
        next: (@Sendable () throws -> any StoreBackend)? = nil
    ) {
        let (old, isTaken) = state.withLock { state -> ((any StoreBackend)?, Bool) in
            if let expected, state.backend !== expected { return (nil, false) }
            defer {
                state.backend = backend
                state.next = next
                state.backlog = []
                state.isLaunched = false
                state.loadedStorefront = nil
                state.offerCode = nil
                state.invitationSheets = []
            }
            return (state.backend, true)
        }
        guard isTaken else { return }
        old?.disconnect()
        messages.start(keeps: false)
        purchaseIntents.start(keeps: false)
        receipts.remove()
        for queue in SKPaymentQueue.all { queue.reset() }
        backend?.connect { [weak backend] event in self.receive(event, from: backend) }
    }

    /// Forgets what this launch of the app knows, as if the process had ended and begun again.
    func relaunch() {
        state.withLock { state in
            state.backlog = []
            state.isLaunched = false
            state.loadedStorefront = nil
        }
        messages.start(keeps: true)
        purchaseIntents.start(keeps: true)
        for queue in SKPaymentQueue.all { queue.relaunch() }
    }

    /// Whether a store is the one behind the entry points.
    func isCurrent(_ backend: (any StoreBackend)?) -> Bool {
        state.withLock { $0.backend === backend && backend != nil }
    }

    var canMakePayments: Bool { (try? backend())?.canMakePayments ?? false }

    var deviceVerificationID: UUID? { try? backend().deviceVerificationID }

    /// Reads a document and checks it; nil when it is not one that this type can be read from.
    func read<Content: SignedContent>(
        _ document: String,
        _ kind: SignedKind,
        from backend: any StoreBackend
    ) -> VerificationResult<Content>? {
        guard let signed = SignedBytes(jws: document), let content = Content(signed: signed) else {
            StoreLog.warn("a signed document could not be read and is left out")
            return nil
        }
        if let fault = backend.check(document, kind: kind) { return .unverified(content, .init(fault)) }
        let device = DeviceFields(payload: signed.payload)
        if device.isPresent, !DeviceVerification.matches(device, id: backend.deviceVerificationID) {
            return .unverified(content, .invalidDeviceVerification)
        }
        return .verified(content)
    }
}
