// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// What happened while the clock was turned.
struct ClockAdvance: Sendable {
    var now: Date
    /// The labels of the notifications, as far as there is room for them.
    var notifications: [String] = []
    var notificationCount = 0
    var transactions = 0

    static let bound = 1000

    mutating func add(_ more: [NotificationEffect]) {
        notificationCount += more.count
        notifications += more.prefix(Self.bound - notifications.count).map(\.label)
    }
}

extension SimulatorEngine {
    /// No turn goes further at once: an instant that is a thousand times too late is a mistake, and would take for
    /// ever.
    private static let maximumAdvance: TimeInterval = 100 * 366 * 86_400

    /// Turns the clock to an instant: everything that is due happens in order, and every notification is sent and
    /// answered before the clock continues.
    ///
    /// - Throws: A ``SimulatorServiceError`` when the instant is in the past or too far away.
    func advance(to instant: Date) async throws -> ClockAdvance {
        guard instant >= store.now else {
            throw SimulatorServiceError(
                .clockCannotGoBack,
                "The clock stands later than that. Reset the simulator to begin again."
            )
        }
        guard instant.timeIntervalSince(store.now) <= Self.maximumAdvance else {
            throw SimulatorServiceError(
                .clockCannotGoThatFar,
                "The clock is turned by 100 years at most; an instant is in milliseconds since 1970."
            )
        }
        let turn = try await turn(to: instant)
        resetClock()
        return turn
    }

    /// Waits until nothing that is due remains to be sent.
    func runUntilIdle() async {
        deliver()
        while let task = delivering { await task.value }
    }

    /// Lets what a running clock has reached happen; called now and then.
    func tick() async {
        do {
            try await catchUp()
            deliver()
        } catch {
            lastError = error.plainMessage
        }
    }

    /// Turns the clock, one due instant after the other.
    ///
    /// - Parameters:
    ///   - instant: Where the clock stops.
    ///   - waits: Whether every notification is answered before the clock continues. A caller that only lets a running clock catch
    ///     up must not wait: the app's server may be asking while it takes the very notification.
    /// - Returns: What happened.
    /// - Throws: An `SQLiteError`.
    @discardableResult
    func turn(to instant: Date, waiting waits: Bool = true) async throws -> ClockAdvance {
        // The store counts whole milliseconds; a wall clock's finer instant would never be reached.
        let instant = Date(
            millisecondsSince1970: Int64(exactly: (instant.timeIntervalSince1970 * 1000).rounded(.down))
                ?? instant.millisecondsSince1970
        )
        // The running clock turns itself a little now and then; who comes meanwhile waits for its end.
        while isTurning { await withCheckedContinuation { waitingForTurn.append($0) } }
        isTurning = true
        defer {
            isTurning = false
            let waiting = waitingForTurn
            waitingForTurn = []
            for continuation in waiting { continuation.resume() }
        }
        var turn = ClockAdvance(now: store.now)
        while store.now < instant {
            // What is being sent stays due until it is answered, and must not hold up who does not wait for it.
            let next = waits ? try nextInstant() : store.nextDueDate
            try step(to: min(instant, next ?? instant), &turn)
            if waits { await runUntilIdle() } else { deliver() }
        }
        turn.now = store.now
        return turn
    }

    /// When something happens or is sent next automatically.
    ///
    /// - Throws: An `SQLiteError`.
    func nextEventDate() throws -> Date? {
        [store.nextDueDate, try history.nextDelivery()].compactMap(\.self).min()
    }

    /// Where the next step ends.
    private func nextInstant() throws -> Date? {
        guard hasNotificationURL else {
            // Nothing is sent, so nothing has to be waited for: a day at a time is one transaction.
            return store.nextDueDate.map { $0.addingTimeInterval(86_400) }
        }
        return try nextEventDate().map { max($0, store.now) }
    }

    private func step(to instant: Date, _ turn: inout ClockAdvance) throws {
        let target = max(instant, store.now)
        var done = turn
        try record {
            try history.append(.advance(target))
            var day = PacificTime.day(of: store.now)
            while true {
                let dayEnd = PacificTime.start(of: day.adding(days: 1))
                try store.advance(to: min(dayEnd, target)) { effects in
                    done.add(effects.notifications)
                    done.transactions += effects.transactions.count
                    try history.record(effects)
                }
                guard dayEnd <= target else { break }
                try saveReport(of: day)
                day = day.adding(days: 1)
            }
        }
        turn = done
        try compact()
    }
}
