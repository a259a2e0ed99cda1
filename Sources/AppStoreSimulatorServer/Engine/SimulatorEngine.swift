// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// The simulated App Store with its history: one owner for both, so that they never disagree.
///
/// Every change of the core, the journal entry that repeats it and the history of its effects are one transaction.
actor SimulatorEngine {
    private let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: SimulatorConfiguration
    let signing: SimulatorSigning
    let transport: any HTTPTransport
    var store: SimulatedAppStore { didSet { present.set(store.present) } }
    nonisolated let present: CurrentInstant
    let history: HistoryDatabase
    var notificationURLs: [String: String]
    var delivering: Task<Void, Never>?
    /// Counts how often another history took the place of the one before: what was sent of that one is not new for this
    /// one.
    var generation = 0
    var performanceTest: Task<Void, Never>?
    var isTurning = false
    var waitingForTurn: [CheckedContinuation<Void, Never>] = []
    var faults: ServiceFaults
    /// Decides about the interfaces' faults; apart from the core's own chance, which must not depend on who asks.
    var chance: SeededGenerator
    var lastError: String?
    /// The address of Purser's console, to which the page links.
    var consoleURL: String?
    private var clock: ClockReading?
    private var entries = 0

    /// Where the virtual clock stood when the wall clock was read.
    struct ClockReading {
        var virtual: Date
        var wall: Date
        var read: @Sendable () -> Date
    }

    /// Opens what is on disk or begins again.
    ///
    /// - Throws: An `SQLiteError`, or what the core throws when its journal does not repeat.
    init(configuration: SimulatorConfiguration, signing: SimulatorSigning, transport: any HTTPTransport) throws {
        self.configuration = configuration
        consoleURL = configuration.consoleURL
        executor = configuration.executor ?? SerialQueueExecutor(label: "purser.simulator")
        self.signing = signing
        self.transport = transport
        let path = configuration.dataDirectory.map { $0 + "/history.sqlite" } ?? ":memory:"
        history = try HistoryDatabase(path: path)
        let urls = configuration.notificationURLs.map { ($0.key.rawValue, $0.value) }
        notificationURLs = try history.setting("notification-urls") ?? Dictionary(uniqueKeysWithValues: urls)
        // What an older simulator took and this one would refuse is passed over.
        let stored = try history.setting("faults") ?? ServiceFaults()
        faults = (try? stored.checkNumbers()) == nil ? ServiceFaults() : stored
        try history.endInterruptedTests()
        try signing.use(faults.intermediate ?? .works)
        chance = SeededGenerator(seed: configuration.seed &+ 0xFA17)
        let restored = try history.restore()
        store = restored ?? Self.new(configuration)
        present = CurrentInstant(store.present)
        if restored == nil { try history.save(store) }
        if case .running(let read) = configuration.clock {
            clock = ClockReading(virtual: store.now, wall: read(), read: read)
        }
    }

    static func new(_ configuration: SimulatorConfiguration) -> SimulatedAppStore {
        SimulatedAppStore(
            catalog: configuration.catalog,
            seed: configuration.seed,
            startingAt: configuration.start,
            settings: configuration.settings
        )
    }

    /// Changes the address of Purser's console.
    func setConsoleURL(_ url: String?) { consoleURL = url }

    /// The virtual instant.
    var now: Date { store.now }

    /// The instant that documents carry which only show what is.
    func shownDate(in environment: Environment) -> Date { store.shownDate(in: environment) }

    /// The wall clock's instant where there is one: who asks about certificates lives by it.
    var wallTime: Date {
        configuration.tokenClock?() ?? clock?.read() ?? store.now
    }

    /// The virtual instant that a running clock has reached, or where a manual one stands.
    var reached: Date {
        guard let clock else { return store.now }
        let passed = clock.read().timeIntervalSince(clock.wall)
        return max(store.now, clock.virtual.addingTimeInterval(max(0, passed)))
    }

    /// Carries out a command at the clock's instant.
    ///
    /// - Throws: A `SimulatorError` when the store refuses; nothing has changed then.
    func perform(_ command: Command) async throws -> Outcome {
        try await catchUp()
        let outcome = try store.perform(command)
        try record {
            try history.append(.perform(command))
            try history.record(outcome.effects)
        }
        try compact()
        deliver()
        return outcome
    }

    /// Writes what the core has just done; when that fails, the core goes back to what is written.
    ///
    /// - Throws: What the body throws.
    func record(_ body: () throws -> Void) throws {
        do {
            try history.transaction(body)
        } catch {
            if let written = try history.restore() { store = written }
            throw error
        }
    }

    /// Lets the running clock's time pass in the core too.
    ///
    /// - Throws: An `SQLiteError`.
    func catchUp() async throws {
        guard !isTurning, reached > store.now else { return }
        try await turn(to: reached, waiting: false)
    }

    /// Sets the running clock to run on from the virtual instant.
    func resetClock() {
        guard let reading = clock else { return }
        clock = ClockReading(virtual: store.now, wall: reading.read(), read: reading.read)
    }

    /// Keeps the core's state when the journal has become long.
    func compact() throws {
        entries += 1
        guard entries >= 2000, configuration.dataDirectory != nil else { return }
        try save()
    }

    /// Keeps the core's state, so that nothing has to be repeated after a restart.
    ///
    /// - Throws: An `SQLiteError`.
    func save() throws {
        try history.save(store)
        entries = 0
    }
}
