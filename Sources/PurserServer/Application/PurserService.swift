// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
package import AppStoreSignedData
package import AppStoreTypes
import Commerce
package import FoundationEssentials
package import HTTPClient
package import HTTPService
package import Persistence
import Synchronization

/// The service: orders, verification, delivery, notifications and webhooks over a store.
///
/// Everything it needs is handed in, the clock too; a test drives it without a socket and without waiting.
package final class PurserService: Sendable {
    /// What it serves, as it was last taken.
    package var configuration: ServiceConfiguration { apps.configuration }
    let apps: Apps
    let store: any Store
    let transport: any HTTPTransport
    let clock: @Sendable () -> Date
    let log: @Sendable (ServiceLogEntry) -> Void
    let anchors: TrustAnchors
    /// What is measured.
    package let monitors: Monitors

    let verifiers: Verifiers
    let keys: KeyRing
    let tokenSecrets: TokenSecrets
    let snapshotKeys: SnapshotKeys
    let catalogue: CatalogueShelf
    let endpoints: WebhookEndpoints
    let desk: IntakeDesk
    /// Decides which notifications wait.
    let notificationGate: NotificationGate
    let rightsCache: RightsCache
    /// How much of what apps reported there is.
    let reportedRoom = ReportedRoom()
    /// The receipts about which Apple was asked a moment ago.
    let askedReceipts = AskedReceipts()
    let orders: OrderCounter
    let courier: WebhookCourier
    /// Looks at the machine; the program around the service hands it in.
    let machine = MachineWatch()
    /// What is remembered of alerts.
    let alertBoard = AlertBoard()
    let mail: any MailTransport
    /// The name under which this server keeps what only it knows; no other has it.
    let serverName: String
    /// Where its chance comes from.
    let random: RandomSource
    /// The instant by which people's sessions in the console end; the App Store's clock may be turned, theirs is not.
    let sessionClock: @Sendable () -> Date
    let consoleState = ConsoleState()
    /// The digest of the rules that each app's rights were last made to follow by this instance.
    let followedRules = FollowedRules()
    /// What this process remembers of its rounds of recovery.
    let recoveryMemory = RecoveryMemory()
    private let work = BackgroundWork()
    /// What became of the work that goes on by itself.
    let board = ChoreBoard()

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - configuration: What it serves.
    ///   - store: Where it keeps everything.
    ///   - anchors: The roots that it trusts: Apple's, or a simulator's.
    ///   - transport: How it reaches Apple and the team's backends.
    ///   - clock: The instant now.
    ///   - sessionClock: The instant by which sessions in the console end; the same clock when absent.
    ///   - pause: Waits before a request to Apple is tried again.
    ///   - stopwatch: A time that only goes forward, by which it is measured how long something takes.
    ///   - random: Where identifiers, keys and jitter come from.
    ///   - mail: How alerts go out by mail.
    ///   - log: Told of what a person should be able to look up; never with secrets in it.
    /// - Throws: `VerificationError` when the configuration cannot be right.
    package init(
        configuration: ServiceConfiguration,
        store: any Store,
        anchors: TrustAnchors,
        transport: any HTTPTransport,
        clock: @escaping @Sendable () -> Date,
        sessionClock: (@Sendable () -> Date)? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        stopwatch: @escaping @Sendable () -> Duration = PurserService.monotonicTime,
        random: RandomSource = .secure,
        mail: any MailTransport = CurlMailTransport(),
        log: @escaping @Sendable (ServiceLogEntry) -> Void = { _ in }
    ) throws {
        let monitors = Monitors(clock: clock, stopwatch: stopwatch)
        let store = MeasuredStore(base: store, monitors: monitors)
        self.monitors = monitors
        self.store = store
        self.mail = mail
        self.random = random
        serverName = random.eventID().rawValue
        self.transport = transport
        self.clock = clock
        self.sessionClock = sessionClock ?? clock
        self.log = log
        self.anchors = anchors
        verifiers = try Verifiers(configuration, anchors: anchors, transport: transport)
        apps = try Apps(
            configuration,
            transport: transport,
            clock: clock,
            runtime: APIRuntime(now: clock, sleep: pause, random: { random.fraction() }),
            monitors: monitors
        )
        keys = KeyRing(store: store, apps: configuration.apps.map(\.bundleID))
        tokenSecrets = TokenSecrets(store: store, random: random)
        snapshotKeys = SnapshotKeys(store: store)
        catalogue = CatalogueShelf(store: store)
        endpoints = WebhookEndpoints(store: store)
        rightsCache = RightsCache(watch: store.rightsWatch)
        desk = IntakeDesk(
            store: store,
            catalogue: catalogue,
            endpoints: endpoints,
            monitors: monitors,
            random: random
        )
        notificationGate = NotificationGate(limit: configuration.notificationsAtOnce)
        orders = OrderCounter(
            store: store,
            catalogue: catalogue,
            lifetime: configuration.orderLifetime,
            random: random
        )
        courier = WebhookCourier(
            store: store,
            endpoints: endpoints,
            apps: configuration.apps.map(\.bundleID),
            transport: transport,
            targets: TargetGuard(
                allowsPrivate: configuration.allowsPrivateWebhookTargets,
                resolve: { await HostResolver.addresses(of: $0) }
            ),
            clock: clock,
            monitors: monitors,
            owner: random.eventID().rawValue
        )
    }

    /// The router over all routes.
    package func router() -> Router { router(resident: nil) }

    /// The router over all routes, for whoever has the database itself at hand: no key is asked for.
    ///
    /// - Parameter app: The app that the routes are about.
    /// - Returns: The router.
    package func localRouter(of app: AppConfiguration) -> Router {
        var caller = Caller(identity: .backend(keyID: "local command"), app: app, address: "")
        caller.isAdministrator = true
        return router(resident: caller)
    }

    private func router(resident: Caller?) -> Router {
        let authenticator = Authenticator(
            app: { [apps] in apps[$0] },
            keys: keys,
            tokenSecrets: tokenSecrets,
            erasures: Erasures(store: store),
            resident: resident
        )
        let table = RouteTable(
            routes: routes,
            authenticator: authenticator,
            limiter: RateLimiter(
                limit: .init(perSecond: configuration.requestsPerSecond, burst: configuration.requestBurst)
            ),
            addresses: ClientAddress(trustedProxies: configuration.trustedProxies),
            largestBody: configuration.largestBody,
            clock: clock,
            monitors: monitors
        )
        var router = table.router { [log] request, error in
            log(ServiceLogEntry(kind: .failure, message: "\(request.method) failed: \(error)", request: request.id))
        }
        console.add(to: &router)
        return router
    }

    /// Starts the work that goes on by itself; ``stop()`` ends it.
    package func start() {
        // SQLite has one process; whoever held a lane before this one is dead.
        if store.rightsWatch != nil { courier.freeLanesOfTheDead() }
        work.start(watchedChores, clock: clock, board: board, log: log)
    }

    /// Ends the work that goes on by itself, and waits for what is under way.
    package func stop() async {
        await consoleState.jobs.stop()
        await work.stop()
    }

    /// Does one round of every chore, due or not: what tests and `purser` use instead of waiting.
    ///
    /// A chore that fails holds up no other. That Apple could not be asked is logged and on the board, and is no error here:
    /// the running server asks again.
    ///
    /// - Throws: Why the first chore failed, once all had their round.
    package func doDueWork() async throws {
        var failure: (any Error)?
        for chore in watchedChores {
            do {
                try await chore.perform()
            } catch let error as RecoveryFailure {
                log(ServiceLogEntry(kind: .failure, message: error.description))
            } catch {
                guard !Task.isCancelled else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Does one round of each chore whose time has come by the clock, as the running server does, and in the same rhythm:
    /// a chore that fails is tried again soon, and fails no other.
    ///
    /// What simulations and tests call in place of ``start()``; between two calls they turn the clock.
    ///
    /// - Returns: When the next chore is due.
    package func doDueChores() async -> Date {
        for chore in watchedChores {
            let now = clock()
            if let next = board[chore.name].next, next > now { continue }
            do {
                try await chore.perform()
            } catch {
                log(ServiceLogEntry(kind: .failure, message: "\(chore.name) failed: \(error)"))
            }
            board.schedule(chore, at: clock())
        }
        return watchedChores.compactMap { board[$0.name].next }.min() ?? clock()
    }

    /// The chores, each of whose rounds is noted.
    var watchedChores: [Chore] { chores.map { board.watched($0, clock: clock) } }

    /// The machine's time since it started, which no one sets.
    package static let monotonicTime: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { ContinuousClock.now - origin }
    }()

    /// `apple` when Apple's roots are trusted, `simulator` when others are.
    package var trustName: String { anchors.trustName }

    /// Reloads keys, secrets, policies and alerts while it runs; requests in progress finish with the old ones.
    ///
    /// - Returns: The keys whose change needs a restart.
    /// - Throws: What is wrong with the new settings; then nothing has changed.
    package func reload(_ wanted: ServiceConfiguration) throws -> [String] { try apps.reload(wanted) }

    /// Hands in how the machine is looked at.
    package func watchMachine(_ read: @escaping @Sendable () -> MachineReading) { machine.use(read) }

    /// Makes a public and a secret key for an app that has no keys, and nothing for one that has.
    package func makeFirstKeys(of app: BundleID) async throws -> FirstKeys? {
        try await keyFeature.makeFirstKeys(of: app)
    }

    /// Makes the console's first person, an administrator with a random password, when there is none.
    package func makeFirstPerson() async throws -> FirstPerson? { try await people.makeFirstPerson() }
}
