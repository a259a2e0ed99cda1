// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Everything an app does about purchases: buying, restoring, recovering, and knowing what the customer may use.
///
/// Make one when the app is launched and keep it: from then on it listens to the store, and looks after purchases that
/// were paid and not delivered.
///
/// ```swift
/// let purser = Purser(configuration)
/// try await purser.purchase("gems.100")
/// for await change in purser.entitlements { show(change.current) }
/// ```
public actor Purser {
    /// What the app said.
    public nonisolated let configuration: PurserConfiguration

    /// The language of texts.
    public nonisolated var language: PurserLanguage { chosenLanguage.value }

    nonisolated let chosenLanguage: LazyValue<PurserLanguage>
    let store: any PurchaseStore
    let server: ServerClient?
    let vault: PurchaseStorage
    let identities: IdentityKeeper?
    nonisolated let changes = Broadcaster<EntitlementChange>(retainsLatest: true)
    nonisolated let happenings = Broadcaster<PurserEvent>(retainsLatest: false)
    nonisolated let tasks = TaskSet()
    nonisolated let delegates = DelegateBox()

    /// Who is signed in; in an app that allows it, the customer without an account.
    public internal(set) var customer: String?

    var current = Entitlements()
    var holding: CachedEntitlements?

    /// How many snapshots were asked for.
    var asked = 0

    /// How many had been asked for when the answer that is held came, and when the server signed it if it is a
    /// snapshot.
    var heldTurn = 0
    var heldIssue: Date?

    /// When a look at what is known last asked again.
    var askedAgain: Date?

    var latestSeen: Date?
    var savedSeen: Date?
    var buying: Set<String> = []
    var verifying: [String: Task<VerificationOutcome, Never>] = [:]
    var isIdle = RecentIDs(limit: 1000)
    var isListening = false

    /// Begins to listen to the store, and to look after what an earlier run left.
    ///
    /// - Parameter configuration: What is sold where, and what the app wants to be asked.
    public init(_ configuration: PurserConfiguration) {
        self.configuration = configuration
        chosenLanguage = LazyValue { configuration.language ?? .system }
        let chosen: any PurchaseStore = configuration.interface == .storeKit1 ? StoreKit1Store() : StoreKit2Store()
        store = configuration.store ?? chosen
        let vault = PurchaseStorage { configuration.storage ?? Self.defaultStorage }
        let isAnonymous = configuration.allowsAnonymousCustomers && configuration.server != nil
        let identities = isAnonymous ? IdentityKeeper(vault, now: configuration.now) : nil
        server = configuration.server.map {
            ServerClient(
                $0,
                appVersion: configuration.reportedVersion,
                token: configuration.customerToken,
                identities: identities
            )
        }
        (self.vault, self.identities) = (vault, identities)
        customer = configuration.customer
        // The store is listened to before anything else, so that nothing is missed.
        let (updates, promotions) = (store.updates(), store.promotions())
        tasks.add(
            Task { [weak self, tasks] in
                for await transaction in updates {
                    let arrival = Task { [weak self] in _ = await self?.arrived(transaction) }
                    // Recovery passes over what is in progress here, so whoever waits for everything waits for this, too.
                    tasks.track(arrival)
                    await arrival.value
                }
            }
        )
        tasks.add(
            Task { [weak self] in
                for await promotion in promotions { await self?.wasPromoted(promotion) }
            }
        )
        tasks.launch(Task { [weak self] in await self?.launch() })
    }

    deinit {
        tasks.cancel()
    }

    private static var defaultStorage: any PurserStorage {
        let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        #if canImport(Darwin)
        return KeychainStorage(service: app + ".purser")
        #else
        return FileStorage(folder: FileStorage.defaultFolder(for: app))
        #endif
    }

    /// What an app does once it runs: the entitlements that are known, then what is open, then the entitlements again.
    private func launch() async {
        await loadIdentity()
        await loadSnapshot()
        await recoverUnfinishedOrders()
        await refreshEntitlements()
    }

    /// Waits until what is done at launch is done.
    public nonisolated func ready() async {
        await tasks.launched()
    }

    /// Waits until all that continues automatically is done.
    package nonisolated func runUntilIdle() async {
        await tasks.launched()
        await tasks.waitForPending()
    }

    /// Everything that happens from now on.
    public nonisolated var events: AsyncStream<PurserEvent> { happenings.stream() }

    func now() -> Date { configuration.now() }

    func emit(_ kind: PurserEvent.Kind, _ change: (inout PurserEvent) -> Void = { _ in }) {
        var event = PurserEvent(kind: kind, date: now())
        change(&event)
        configuration.onEvent?(event)
        configuration.onLog?(event.line)
        happenings.send(event)
    }

    func emit(_ kind: PurserEvent.Kind, _ purchase: PendingPurchase, _ change: (inout PurserEvent) -> Void = { _ in }) {
        emit(kind) { event in
            event.product = purchase.product
            event.order = purchase.order
            event.transaction = purchase.transaction
            change(&event)
        }
    }

    func error(
        _ code: PurserError.Code,
        _ failure: StoreFailure? = nil,
        problem: ServerProblem? = nil,
        conflict: ConflictWarning? = nil
    ) -> PurserError {
        PurserError(
            code,
            storeCode: failure?.code,
            detail: failure?.text ?? problem?.detail,
            problem: problem?.code,
            conflict: conflict,
            language: language
        )
    }

    /// Does something that the customer need not wait for.
    func later(_ body: @escaping @Sendable () async -> Void) {
        tasks.track(Task { await body() })
    }
}
