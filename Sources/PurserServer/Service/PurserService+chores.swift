// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// The work that goes on by itself.
    var chores: [Chore] {
        [
            Chore(name: "notifications", interval: .milliseconds(250)) { [self] in
                guard !notificationGate.rests() else { return }
                try await takeWaitingNotifications(mayRest: true)
            },
            Chore(name: "lifecycle", interval: .seconds(5)) { [self] in try await followTime() },
            Chore(name: "rights", interval: .seconds(10)) { [self] in try await followRuleChanges() },
            Chore(name: "reminders", interval: .seconds(30)) { [self] in try await followReminders() },
            Chore(name: "orders", interval: .seconds(60)) { [self] in try await expireOrders() },
            Chore(name: "paid orders", interval: .seconds(60)) { [self] in try await settlePaidOrders() },
            Chore(name: "webhooks", interval: .milliseconds(500), overlaps: true) { [self] in
                try await courier.round()
            },
            Chore(name: "consumption", interval: .seconds(30)) { [self] in try await answerConsumptionRequests() },
            Chore(name: "refund questions", interval: .seconds(5)) { [self] in try await answerRefundQuestions() },
            Chore(name: "catalogue", interval: .seconds(86_400)) { [self] in await checkCatalogues() },
            Chore(name: "retention", interval: .seconds(86_400)) { [self] in try await tidyUp() },
            Chore(name: "facts", interval: .seconds(60)) { [self] in try await countFacts() },
            Chore(name: "reports", interval: .seconds(3600)) { [self] in try await fetchAndReconcile() },
        ] + recoveries + monitoringChores
    }

    /// The recoveries that go on by themselves; statuses are asked for around each expiry besides.
    ///
    /// Of notifications, the latest are looked at each minute, and those of a day each hour.
    private var recoveries: [Chore] {
        let kinds: [(kind: RecoveryKind, interval: Duration, isGoodFor: TimeInterval)] = [
            (.notifications, .seconds(60), 3600), (.purchases, .seconds(600), 600), (.refunds, .seconds(600), 600),
        ]
        let everywhere = kinds.map { kind, interval, isGoodFor in
            Chore(name: "recovery of \(kind)", interval: interval) { [self] in
                try await recoverEverywhere(kind, every: isGoodFor)
            }
        }
        let reported = Chore(name: "recovery of \(RecoveryKind.reported)", interval: .seconds(60)) { [self] in
            try await recoverReported()
        }
        return everywhere + [reported]
    }

    /// How many purchases are asked about at a time.
    private static let questionsAtOnce = 8

    /// Looks again at purchases whose state changes by the passing of time: a period's, a grace period's end.
    ///
    /// One that cannot be looked at holds up none behind it.
    ///
    /// - Throws: `StoreError`, or why one of them could not be looked at.
    func followTime() async throws {
        let outages = AppleOutages()
        var failure: (any Error)?
        while !Task.isCancelled {
            let now = clock()
            let due = try await store.read { try $0.dueLineages(asOf: now, limit: 200) }
            let failed = try await withThrowingTaskGroup(of: (any Error)?.self) { group in
                var failed: (any Error)?
                for (number, state) in due.enumerated() {
                    if number >= Self.questionsAtOnce, let error = try await group.next() ?? nil { failed = error }
                    group.addTask { [self] in try await follow(state, outages, now: now) }
                }
                for try await error in group where error != nil { failed = error }
                return failed
            }
            failure = failure ?? failed
            guard due.count == 200 else { break }
        }
        try await followDueRights()
        if let failure { throw failure }
    }

    /// Asks Apple about one purchase that is due, and brings it up to date whether Apple answers or not.
    ///
    /// - Returns: Why it could not be brought up to date; then it is looked at again later.
    private func follow(
        _ state: StoredLineageState,
        _ outages: AppleOutages,
        now: Date
    ) async throws -> (any Error)? {
        guard let due = state.dueDate else { return nil }
        guard let app = app(state.scope.bundleID) else {
            try await store.write { try $0.put(state.undated) }
            return nil
        }
        let key = LineageKey(scope: state.scope, lineage: state.lineage)
        var hearing = Hearing.unreachable
        if !outages.isDown(state.scope) {
            hearing = await hear(of: key, app: app)
            outages.note(hearing, state.scope)
        }
        let question = AppleQuestion(due: due, again: hearing.wait.map { now.addingTimeInterval($0) })
        do {
            try await reconsider(key, app: app, question: question, now: now)
            return nil
        } catch {
            guard !Task.isCancelled else { throw error }
            let again = now.addingTimeInterval(Hearing.refusedWait)
            try await store.write { writer in
                guard var stored = try writer.lineageState(of: key.lineage, in: key.scope) else { return }
                stored.dueDate = again
                try writer.put(stored)
            }
            log(ServiceLogEntry(kind: .failure, message: "\(key.lineage) in \(key.scope) was not followed: \(error)"))
            return error
        }
    }

    /// Looks again at rights that end or begin by the passing of time and with no subscription: a grant, time of service.
    private func followDueRights() async throws {
        while !Task.isCancelled {
            let now = clock()
            let due = try await store.read { try $0.dueRights(asOf: now, limit: 200) }
            for (scope, customer) in due {
                guard let app = app(scope.bundleID) else {
                    try await store.write { try $0.forgetDueRights(of: customer, in: scope) }
                    continue
                }
                let context = try await desk.context(app: app, now: now)
                try await store.write { writer in
                    try IntakeWork(
                        writer: writer,
                        context: context,
                        submission: Submission(intake: Intake(), source: .recovery)
                    )
                    .updateRights(of: customer, in: scope)
                }
            }
            guard due.count == 200 else { return }
        }
    }

    /// Brings everything that follows from a purchase's facts up to date, with no new fact.
    @discardableResult
    func reconsider(
        _ key: LineageKey,
        app: AppConfiguration,
        source: IntakeSource = .recovery,
        question: AppleQuestion? = nil,
        now: Date
    ) async throws -> IntakeOutcome {
        let context = try await desk.context(app: app, now: now)
        let outcome = try await store.write { writer in
            var outcome = IntakeOutcome()
            let submission = Submission(intake: Intake(), source: source)
            var work = try IntakeWork(writer: writer, context: context, submission: submission)
            work.question = question
            var change = try work.change(of: key)
            try work.take(&change, &outcome)
            return outcome
        }
        monitors.note(outcome.measures)
        return outcome
    }

    /// Gives up orders whose time is over; a payment that comes later still counts.
    func expireOrders() async throws {
        let now = clock()
        var last: StoredOrder?
        while !Task.isCancelled {
            let after = last
            let page = try await store.read { try $0.openOrders(after: after, limit: 500) }
            for order in page where order.currentState == .created {
                guard let end = order.expiresDate, end <= now, let app = app(order.scope.bundleID) else { continue }
                try await expire(order.id, app: app, now: now)
            }
            guard page.count == 500 else { return }
            last = page.last
        }
    }

    private func expire(_ id: OrderID, app: AppConfiguration, now: Date) async throws {
        let context = try await desk.context(app: app, now: now)
        try await store.write { writer in
            guard let order = try writer.order(id), order.currentState == .created else { return }
            try writer.update(
                order.moved(to: .expired, at: now),
                step: StoredOrderStep(state: OrderState.expired.rawValue, instant: now, mover: "time")
            )
            var event = ServerEvent(
                id: EventID(.orderExpired, order.scope, causes: id.rawValue),
                type: .orderExpired,
                scope: order.scope,
                customer: order.customer,
                occurred: now
            )
            event.order = id
            event.reference = order.reference
            event.product = order.product
            try writer.tell(event, endpoints: context.endpoints, now: now)
        }
    }
}

extension StoredLineageState {
    /// The state without an instant to look again.
    var undated: StoredLineageState {
        StoredLineageState(scope: scope, lineage: lineage, dueDate: nil, body: body)
    }
}
