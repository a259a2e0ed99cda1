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
    let database: any Database
    let transport: any HTTPTransport
    let clock: @Sendable () -> Date
    let log: @Sendable (ServiceLogEntry) -> Void
    let anchors: TrustAnchors
    /// What is measured.
    package let metricsRecorder: MetricsRecorder

    let verifiers: DocumentVerifiers
    let keys: APIKeyCache
    let tokenSecrets: CustomerTokenSecrets
    let snapshotKeys: SnapshotKeys
    let catalog: CatalogCache
    let endpoints: WebhookEndpointCache
    let pipeline: IntakePipeline
    /// Decides which notifications wait.
    let notificationGate: NotificationBackpressure
    let entitlementCache: EntitlementCache
    /// The apps that listen for changes.
    let liveUpdates: LiveUpdates
    /// How much of what apps reported there is.
    let reportedRoom = ReportedPurchaseQuota()
    /// The receipts about which Apple was asked a moment ago.
    let askedReceipts = AskedReceipts()
    let orders: OrderCreator
    /// Decides which addresses outside may be asked.
    let webhookTargets: WebhookTargetPolicy
    let courier: LaneDispatcher<WebhookSource>
    let forwarder: LaneDispatcher<ForwardingSource>
    /// Looks at the machine; the program around the service hands it in.
    let machine = MachineWatch()
    /// What is remembered of alerts.
    let alertBoard = AlertStateCache()
    let mail: any MailTransport
    /// The name under which this server keeps what only it knows; no other has it.
    let serverName: String
    /// Where its chance comes from.
    let random: RandomSource
    /// The instant by which people's sessions in the console end; the App Store's clock may be turned, theirs is not.
    let sessionClock: @Sendable () -> Date
    let consoleState = ConsoleState()
    /// The requests that wait to be logged.
    let requestLog: RequestLog
    /// Which customers were asked for.
    let customerVisits: CustomerVisits
    /// The spans that wait to be sent.
    let spans: SpanRecorder
    /// When the service began to count.
    let started: Date
    /// Which program this is, and since when it runs.
    package let release: ServerRelease
    let chartCells = ChartCellCache()
    /// The versions of apps that are known to be stored.
    let appVersions = AppVersionCache()
    let chartTotalsCache = ChartTotalsCache()
    /// The digest of the rules that each app's entitlements were last made to follow by this instance.
    let followedRules = FollowedRules()
    /// What this process remembers of its rounds of recovery.
    let recoveryMemory = RecoveryMemory()
    /// The routes, once they were asked for: they are described at the start and never change.
    let routeTable = Mutex<[Route]?>(nil)
    private let work = BackgroundJobRunner()
    /// The result of the work that continues automatically.
    let board = BackgroundJobRegistry()

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - configuration: What it serves.
    ///   - database: Where it keeps everything.
    ///   - anchors: The roots that it trusts: Apple's, or a simulator's.
    ///   - transport: How it reaches Apple and the team's backends.
    ///   - clock: The instant now.
    ///   - sessionClock: The instant by which sessions in the console end; the same clock when absent.
    ///   - pause: Waits before a request to Apple is tried again.
    ///   - stopwatch: A time that only goes forward, by which it is measured how long something takes.
    ///   - random: Where identifiers, keys and jitter come from.
    ///   - mail: How alerts go out by mail.
    ///   - version: The program's version, as pages show it.
    ///   - log: Told of what a person should be able to look up; never with secrets in it.
    /// - Throws: `VerificationError` when the configuration cannot be right.
    package init(
        configuration: ServiceConfiguration,
        database: any Database,
        anchors: TrustAnchors,
        transport: any HTTPTransport,
        clock: @escaping @Sendable () -> Date,
        sessionClock: (@Sendable () -> Date)? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        stopwatch: @escaping @Sendable () -> Duration = PurserService.monotonicTime,
        random: RandomSource = .secure,
        mail: any MailTransport = CurlMailTransport(),
        version: String = "development",
        log: @escaping @Sendable (ServiceLogEntry) -> Void = { _ in }
    ) throws {
        let metrics = MetricsRecorder(clock: clock, stopwatch: stopwatch)
        let database = InstrumentedDatabase(base: database, metrics: metrics)
        self.metricsRecorder = metrics
        self.database = database
        self.mail = mail
        self.random = random
        serverName = random.eventID().rawValue
        self.transport = transport
        self.clock = clock
        self.sessionClock = sessionClock ?? clock
        self.log = log
        release = ServerRelease(version: version, started: self.sessionClock(), database: database)
        self.anchors = anchors
        verifiers = try DocumentVerifiers(configuration, anchors: anchors, transport: transport)
        apps = try Apps(
            configuration,
            transport: transport,
            clock: clock,
            runtime: APIEnvironment(now: clock, sleep: pause, random: { random.fraction() }),
            metrics: metrics
        )
        let spans = SpanRecorder(configuration.telemetry, metrics: metrics, random: random)
        self.spans = spans
        started = clock()
        customerVisits = CustomerVisits(database: database)
        requestLog = RequestLog(database: database, limit: configuration.requestLogEntries, clock: clock)
        keys = APIKeyCache(database: database, apps: configuration.apps.map(\.bundleID))
        tokenSecrets = CustomerTokenSecrets(store: database, random: random)
        snapshotKeys = SnapshotKeys(store: database)
        catalog = CatalogCache(database: database)
        endpoints = WebhookEndpointCache(database: database)
        entitlementCache = EntitlementCache(watch: database.entitlementVersions)
        liveUpdates = LiveUpdates(database: database)
        pipeline = IntakePipeline(
            database: database,
            catalog: catalog,
            endpoints: endpoints,
            metrics: metrics,
            random: random
        )
        notificationGate = NotificationBackpressure(limit: configuration.notificationConcurrency)
        orders = OrderCreator(database: database, pipeline: pipeline, lifetime: configuration.orderLifetimeSeconds)
        let targets = WebhookTargetPolicy(
            allowsPrivate: configuration.allowsPrivateWebhookTargets,
            resolve: { await HostResolver.addresses(of: $0) }
        )
        webhookTargets = targets
        forwarder = LaneDispatcher(
            ForwardingSource(apps: apps),
            database: database,
            transport: transport,
            policy: targets,
            clock: clock,
            metrics: metrics,
            spans: spans,
            owner: serverName
        )
        courier = LaneDispatcher(
            WebhookSource(endpoints: endpoints, apps: configuration.apps.map(\.bundleID)),
            database: database,
            transport: transport,
            policy: targets,
            clock: clock,
            metrics: metrics,
            spans: spans,
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
            erasures: Erasures(database: self.database),
            resident: resident
        )
        let table = APIRouter(
            routes: routes,
            authenticator: authenticator,
            limiter: RateLimiter(
                limit: .init(perSecond: configuration.requestsPerSecond, burst: configuration.requestBurst)
            ),
            addresses: ClientAddress(trustedProxies: configuration.trustedProxies),
            maximumBodyBytes: configuration.maxBodyBytes,
            clock: clock,
            metrics: metricsRecorder,
            spans: spans,
            requestLog: resident == nil ? requestLog : nil,
            visits: resident == nil ? customerVisits : nil
        )
        var router = table.router { [log] request, error in
            log(ServiceLogEntry(kind: .error, message: "\(request.method) failed: \(error)", request: request.id))
        }
        console.add(to: &router)
        return router
    }

    /// Starts the work that continues automatically; ``stop()`` ends it.
    package func start() {
        // SQLite has one process; whoever held a lane before this one is dead.
        if self.database.entitlementVersions != nil {
            courier.freeLanesOfTheDead()
            forwarder.freeLanesOfTheDead()
        }
        work.start(watchedJobs, clock: clock, board: board, log: log)
    }

    /// Ends the work that continues automatically, and waits for what is in progress.
    package func stop() async {
        liveUpdates.endAll()
        await consoleState.jobs.stop()
        await work.stop()
        do {
            try await requestLog.flush(isLast: true)
        } catch {
            log(ServiceLogEntry(kind: .error, message: "the last requests could not be logged: \(error)"))
        }
        do {
            try await telemetry.sendSpans()
        } catch {
            log(ServiceLogEntry(kind: .error, message: "the last spans could not be sent: \(error)"))
        }
    }

    /// Runs every background job once, due or not: what tests and `purser` use instead of waiting.
    ///
    /// A job that fails does not hold up the others. That Apple could not be asked is logged and recorded with the job,
    /// and is not an error here: the running server asks again.
    ///
    /// - Throws: The error of the first job that failed, once all have run.
    package func doDueWork() async throws {
        var failure: (any Error)?
        for job in watchedJobs {
            do {
                try await job.perform()
            } catch let error as RecoveryFailure {
                log(ServiceLogEntry(kind: .error, message: error.description))
            } catch {
                guard !Task.isCancelled else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Runs each background job that is due by the clock, as the running server does, and with the same intervals: a
    /// job that fails is retried soon, and does not hold up the others.
    ///
    /// Simulations and tests call it instead of ``start()``; between two calls they advance the clock.
    ///
    /// - Returns: When the next job is due.
    package func runDueJobs() async -> Date {
        for job in watchedJobs {
            let now = clock()
            if let next = board[job.name].next, next > now { continue }
            do {
                try await job.perform()
            } catch {
                log(ServiceLogEntry(kind: .error, message: "\(job.name) failed: \(error)"))
            }
            board.schedule(job, at: clock())
        }
        return watchedJobs.compactMap { board[$0.name].next }.min() ?? clock()
    }

    /// The background jobs, with each round recorded.
    var watchedJobs: [BackgroundJob] { backgroundJobs.map { board.watched($0, clock: clock) } }

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
    package func watchMachine(_ read: @escaping @Sendable () -> HostMetrics) { machine.use(read) }

    /// Makes a public and a secret key for an app that has no keys, and nothing for one that has.
    package func createInitialKeys(of app: BundleID) async throws -> InitialKeys? {
        try await keyFeature.createInitialKeys(of: app)
    }

    /// Makes the console's first person, an administrator with a random password, when there is none.
    package func createInitialAdministrator() async throws -> InitialAdministrator? {
        try await team.createInitialAdministrator()
    }

    /// The people who can sign in to the console, by name.
    ///
    /// - Throws: `DatabaseError`.
    package func teamMembers() async throws -> [TeamMember] {
        try await database.read { try $0.consoleUsers() }.map { user in
            TeamMember(
                name: user.name,
                role: user.roleName,
                created: user.created,
                hasSecondFactor: user.secondFactor != nil
            )
        }
    }

    /// Gives a person of the console a random password.
    ///
    /// - Returns: The password; `nil` when there is no one of this name.
    /// - Throws: `DatabaseError`.
    package func resetTeamMember(_ name: String, turnsSecondFactorOff: Bool) async throws -> String? {
        try await team.resetPassword(of: name, turnsSecondFactorOff: turnsSecondFactorOff, actor: "command line")
    }
}
