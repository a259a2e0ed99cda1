// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// The simulated App Store: a pure state machine on a virtual clock.
///
/// A command or the passing of time goes in, a new state and the effects come out. There is no I/O, no wall clock and
/// no randomness but the seed's: the same seed, commands and instants give the same identifiers, payloads and order.
/// The value holds what the store still acts upon and no finished history; encoded, it survives a restart.
public struct SimulatedAppStore: Sendable, Codable {
    /// The virtual clock's instant.
    public internal(set) var now: Date

    /// What is sold.
    public internal(set) var catalog: Catalog

    /// How the environments behave.
    public internal(set) var settings: SimulatorSettings

    var identities: IdentifierGenerator
    var chance: SeededGenerator
    var productSlots: [ProductID: Int]
    var customers: [Customer] = []
    var customerSlots: [CustomerID: Int] = [:]
    var lineages: [Lineage] = []
    var freeLineages: [Int] = []
    var lineageSlots: [TransactionKey: Int] = [:]
    var places: [TransactionKey: TransactionLocation] = [:]
    var queue = EventQueue()
    var families: [FamilyID: [Int]] = [:]
    var sharedPurchases: [SharedPurchase] = []
    var refundRequests: [TransactionKey: RefundRequest] = [:]
    var massExtensions: [String: MassExtension] = [:]
    var offerCodes: [String: OfferCodeBatch] = [:]
    var externalTokens: [String: ExternalToken] = [:]
    var higherRateTransactions: Set<TransactionKey> = []
    /// What went back of each transaction's price, one share for each time, in thousandths of a per cent.
    var returnedShares: [TransactionKey: [Int]]?
    var pendingCount = 0
    /// The identifiers of Advanced Commerce's requests, each good once.
    var requestReferences: [String]?
    var effects = Effects()
    /// When the last documents were signed, as far as the clock's skew leaves it.
    var lastSigned: Date?

    /// What a subscription was before the period that a command or an event just began.
    var former: FormerPeriod?

    /// Makes a store without customers.
    ///
    /// - Parameters:
    ///   - catalog: What is sold.
    ///   - seed: The source of every identifier and chance.
    ///   - start: The virtual clock's first instant.
    ///   - settings: How the environments behave.
    public init(
        catalog: Catalog,
        seed: UInt64,
        startingAt start: Date,
        settings: SimulatorSettings = SimulatorSettings()
    ) {
        self.catalog = catalog
        self.settings = settings
        now = Date(millisecondsSince1970: start.millisecondsSince1970)
        identities = IdentifierGenerator(seed: seed)
        chance = SeededGenerator(seed: seed ^ 0x5EED_0FFA_0175_0001)
        productSlots = SimulatedAppStore.slots(of: catalog)
    }

    /// Carries out a command at the clock's instant.
    ///
    /// - Throws: A ``SimulatorError`` when the store refuses; nothing has changed then, except that a payment which
    ///   was to fail so many times has failed once more.
    public mutating func perform(_ command: Command) throws -> Outcome {
        try checkNumbers(of: command)
        return try performAgain(command)
    }

    /// Repeats a command that was carried out before, though its numbers would be refused today.
    ///
    /// - Throws: A ``SimulatorError`` when the store refuses all the same.
    package mutating func performAgain(_ command: Command) throws -> Outcome {
        do {
            let answer = try execute(command)
            return Outcome(answer: answer, effects: drain())
        } catch {
            effects = Effects()
            throw error
        }
    }

    /// Turns the clock forward and lets everything happen that is due, in order.
    ///
    /// An instant in the past changes nothing.
    ///
    /// - Parameters:
    ///   - instant: Where the clock stops.
    ///   - receive: Takes the effects of each due event; nothing piles up between them.
    public mutating func advance(to instant: Date, _ receive: (Effects) throws -> Void) rethrows {
        let target = instant.millisecondsSince1970
        while let entry = queue.first, entry.milliseconds <= target {
            _ = queue.removeFirst()
            now = max(now, Date(millisecondsSince1970: entry.milliseconds))
            happen(entry.event)
            let done = drain()
            if !done.isEmpty { try receive(done) }
        }
        now = max(now, Date(millisecondsSince1970: target))
    }

    /// Turns the clock forward and answers with everything that happened.
    public mutating func advance(to instant: Date) -> Effects {
        var all = Effects()
        advance(to: instant) { all.append($0) }
        return all
    }

    /// When something happens next automatically; nothing when absent.
    public var nextDueDate: Date? {
        queue.first.map { Date(millisecondsSince1970: $0.milliseconds) }
    }

    private mutating func drain() -> Effects {
        defer { effects = Effects() }
        if !effects.transactions.isEmpty || !effects.renewalInfos.isEmpty || !effects.notifications.isEmpty {
            lastSigned = nextSigning
        }
        return effects
    }

    static func slots(of catalog: Catalog) -> [ProductID: Int] {
        Dictionary(catalog.products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Where a transaction that the store still acts upon is kept.
enum TransactionLocation: Hashable, Sendable, Codable {
    case lineage(Int)
    case customer(Int)
}
