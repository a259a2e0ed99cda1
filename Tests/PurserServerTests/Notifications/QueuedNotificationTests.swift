// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Notifications that are acknowledged first and processed afterward, because many came at once.
@Suite struct QueuedNotificationTests {
    /// A shop that has every notification wait.
    private func shop(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> TestShop {
        try await TestShop { configuration in
            configuration.notificationConcurrency = 0
            configure(&configuration)
        }
    }

    private func waiting(_ shop: TestShop) async throws -> [QueuedTask] {
        try await shop.database.read { try $0.jobs(of: QueuedNotification.queue, limit: 1000) }
    }

    /// Gives a worker the turn to process what waits.
    private func lend(_ shop: TestShop, to owner: String, at now: Date) async throws {
        let lent = try await shop.database.write { writer in
            let queue = QueuedNotification.turnQueue
            try writer.enqueue(NewTask(queue: queue, uniqueKey: "turn", dueDate: now))
            return try writer.leaseJobs(of: queue, to: owner, now: now, until: now.addingTimeInterval(60), limit: 1)
        }
        #expect(lent.count == 1)
    }

    /// An order, and the notification that it was paid.
    private func paid(_ shop: TestShop, id: TransactionID = "1000") async throws -> (OrderID, NotificationPayload) {
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, id: id, token: order.appAccountToken)
        return (order.id, try .about(.oneTimeCharge, nil, bought))
    }

    @Test func `a notification that waits is acknowledged, stored, and processed once`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        for _ in 0..<3 { #expect(try await shop.notify(notification).status == .ok) }
        #expect(try await waiting(shop).count == 3)
        #expect(try await shop.readOrder(order).state == "created")
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await waiting(shop).isEmpty)
        #expect(try await shop.readOrder(order).state == "delivered")
        #expect(try await shop.balance() == 100)
        #expect(try await shop.eventTypes().filter { $0 == "order.delivered" }.count == 1)
    }

    @Test func `what waited when the server was killed is processed by the next one`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        try await shop.notify(notification)
        // The one that dies has the turn and has done nothing.
        try await lend(shop, to: "dead", at: shop.clock.now)
        let next = try PurserService(
            configuration: shop.service.configuration,
            database: shop.database,
            anchors: shop.service.anchors,
            transport: shop.transport,
            clock: { shop.clock.now }
        )
        try await next.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(order).state == "created")
        shop.clock.advance(61)
        try await next.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(order).state == "delivered")
        #expect(try await waiting(shop).isEmpty)
    }

    @Test func `one that another instance has done meanwhile is not processed again`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        try await shop.notify(notification)
        let job = try #require(try await waiting(shop).first)
        let read = try #require(QueuedNotification(job.job.body))
        let now = shop.clock.now
        let checked = try await shop.service.notifications.checked(read.signed, environment: read.environment, now: now)
        let ready = try await shop.service.notifications.ready(checked, source: .notification, now: now)
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(order).state == "delivered")
        #expect(try await shop.service.notifications.take(ready, job: job) == nil)
    }

    @Test func `a turn that was taken by a clock days ahead is over when the clock is right again`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        try await shop.notify(notification)
        try await lend(shop, to: "ahead", at: shop.clock.now.addingTimeInterval(5 * 86_400))
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(order).state == "delivered")
    }

    @Test func `a clock that was a day ahead when something was processed holds up nothing afterward`() async throws {
        let shop = try await shop()
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.test))
        try await shop.service.waiting.drainNotificationQueue()
        shop.clock.advance(days: -1)
        let (order, notification) = try await paid(shop)
        try await shop.notify(notification)
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(order).state == "delivered")
    }

    @Test func `one that can no longer be believed stays and is reported`() async throws {
        let shop = try await shop()
        let (_, notification) = try await paid(shop)
        try await shop.notify(notification)
        // Somebody changes what lies in the database: it is verified again.
        try await shop.database.write { writer in
            let job = try #require(try writer.jobs(of: QueuedNotification.queue, limit: 1).first)
            var read = try #require(QueuedNotification(job.job.body))
            read.signed = SignedPayload(rawValue: String(read.signed.rawValue.dropLast(8)) + "AAAAAAAA")
            try writer.execute("UPDATE queued_tasks SET body = \(read.body) WHERE id = \(job.id)")
        }
        try await shop.service.waiting.drainNotificationQueue()
        let stored = try await waiting(shop)
        #expect(stored.count == 1)
        #expect(stored.first?.lastError?.isEmpty == false)
        #expect(try await shop.events().isEmpty)
        // It holds up nothing that comes after it.
        for number in 1001...1100 {
            let (order, good) = try await paid(shop, id: TransactionID(rawValue: "\(number)"))
            try await shop.notify(good)
            guard number == 1100 else { continue }
            try await shop.service.waiting.drainNotificationQueue()
            #expect(try await shop.readOrder(order).state == "delivered")
        }
        #expect(try await waiting(shop).count == 1)
    }

    @Test func `one that is refused for three days is abandoned, and the audit log says why`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        try await shop.notify(notification)
        // The next server no longer serves the app.
        var configuration = shop.service.configuration
        configuration.apps[0].bundleID = "com.example.other"
        let next = try PurserService(
            configuration: configuration,
            database: shop.database,
            anchors: shop.service.anchors,
            transport: shop.transport,
            clock: { shop.clock.now }
        )
        for day in 0..<4 {
            #expect(try await waiting(shop).count == 1, "day \(day)")
            try await next.waiting.drainNotificationQueue()
            // Not more than once a day.
            try await next.waiting.drainNotificationQueue()
            shop.clock.advance(86_400)
        }
        #expect(try await waiting(shop).isEmpty)
        #expect(try await shop.readOrder(order).state == "created")
        let entries = try await shop.database.read { try $0.auditEntries(limit: 10).map(\.entry) }
        let entry = try #require(entries.first { $0.action == "notification.abandon" })
        #expect(entry.body.map { String(decoding: $0, as: UTF8.self) }?.isEmpty == false)
        #expect(entries.count { $0.action == "notification.abandon" } == 1)
    }

    @Test func `one that the database does not take holds up none behind it, and is tried again`() async throws {
        let shop = try await shop()
        let (stuck, first) = try await paid(shop)
        try await shop.notify(first)
        try await shop.database.write { writer in
            try writer.execute(
                """
                CREATE TRIGGER refusal BEFORE INSERT ON facts WHEN NEW.lineage = '1000'
                BEGIN SELECT RAISE(ABORT, 'no room for it'); END
                """
            )
        }
        var others: [OrderID] = []
        for number in 1001...1130 {
            let (order, notification) = try await paid(shop, id: TransactionID(rawValue: "\(number)"))
            try await shop.notify(notification)
            others.append(order)
        }
        try await shop.service.waiting.drainNotificationQueue()
        for order in others { #expect(try await shop.readOrder(order).state == "delivered") }
        let stored = try await waiting(shop)
        #expect(stored.count == 1 && stored.first?.lastError != nil)
        #expect(try await shop.readOrder(stuck).state == "created")
        try await shop.database.write { _ = try $0.execute("DROP TRIGGER refusal") }
        shop.clock.advance(61)
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await shop.readOrder(stuck).state == "delivered")
        #expect(try await waiting(shop).isEmpty)
    }

    @Test func `a forgery is refused before it may wait`() async throws {
        let shop = try await shop()
        let (_, notification) = try await paid(shop)
        let text = try TestShop.sign(notification).rawValue
        let forged = String(text.dropLast(8)) + "AAAAAAAA"
        let answer = try await shop.send(
            .post,
            "/apple/notifications/production",
            ["signedPayload": .string(forged)],
            key: ""
        )
        #expect(answer.code == "signature-invalid")
        #expect(try await waiting(shop).isEmpty)
    }

    @Test func `what waits is counted, and so is its age`() async throws {
        let shop = try await shop()
        let (_, notification) = try await paid(shop)
        try await shop.notify(notification)
        shop.clock.advance(90)
        let state = try await shop.service.state.readState()
        #expect(state.waitingNotifications.count == 1)
        #expect(state.waitingNotifications.oldest == shop.clock.now.addingTimeInterval(-90))
        let text = try await shop.service.monitoring.metricsText()
        #expect(text.contains("\npurser_notifications_queued 1\n"))
        #expect(text.contains("\npurser_notification_queue_age_seconds 90\n"))
    }

    @Test func `while many pour in they are answered first, and processed as soon as no more come`() async throws {
        let shop = try await shop()
        let backgroundJob = try #require(shop.service.backgroundJobs.first { $0.name == "notifications" })
        let (order, notification) = try await paid(shop)
        for _ in 0..<NotificationBackpressure.surgeThreshold {
            #expect(try await shop.notify(notification).status == .ok)
        }
        try await backgroundJob.perform()
        #expect(try await waiting(shop).count == NotificationBackpressure.surgeThreshold)
        #expect(try await shop.readOrder(order).state == "created")
        try await backgroundJob.perform()
        #expect(try await waiting(shop).isEmpty)
        #expect(try await shop.readOrder(order).state == "delivered")
    }

    @Test func `who must know that nothing waits does not rest`() async throws {
        let shop = try await shop()
        let (order, notification) = try await paid(shop)
        for _ in 0..<NotificationBackpressure.surgeThreshold { try await shop.notify(notification) }
        try await shop.service.waiting.drainNotificationQueue()
        #expect(try await waiting(shop).isEmpty)
        #expect(try await shop.readOrder(order).state == "delivered")
    }

    @Test(arguments: [0, 1, 3])
    func `many at once give what one after another gives`(limit: Int) async throws {
        let shop = try await TestShop { $0.notificationConcurrency = limit }
        var orders: [OrderID] = []
        var notifications: [NotificationPayload] = []
        for number in 0..<40 {
            let (order, notification) = try await paid(shop, id: TransactionID(rawValue: "\(2000 + number)"))
            orders.append(order)
            notifications += [notification, notification]
        }
        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for notification in notifications { group.addTask { try await shop.notify(notification).status } }
            for try await status in group { #expect(status == .ok) }
        }
        try await shop.service.waiting.drainNotificationQueue()
        for order in orders { #expect(try await shop.readOrder(order).state == "delivered") }
        #expect(try await shop.balance() == 4000)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }
}

@Suite struct NotificationBackpressureTests {
    @Test func `so many enter, the next ones wait, and all wait until nothing does`() {
        let gate = NotificationBackpressure(limit: 2)
        #expect(gate.enter() && gate.enter())
        #expect(!gate.enter())
        gate.leave()
        gate.leave()
        // Those that wait come first.
        #expect(!gate.enter())
        gate.reset()
        #expect(gate.enter())
    }

    private func pour(_ count: Int, into gate: NotificationBackpressure) {
        for _ in 0..<count { #expect(!gate.enter()) }
    }

    @Test func `processing rests while many come, and no longer`() {
        let gate = NotificationBackpressure(limit: 0)
        pour(NotificationBackpressure.surgeThreshold - 1, into: gate)
        #expect(!gate.shouldDeferDraining())
        for _ in 0..<3 {
            pour(NotificationBackpressure.surgeThreshold, into: gate)
            #expect(gate.shouldDeferDraining())
        }
        #expect(!gate.shouldDeferDraining())
    }

    @Test func `a flood without end is processed after so many rests, and the next one begins again`() {
        let gate = NotificationBackpressure(limit: 0)
        for _ in 0..<2 {
            for number in 0..<NotificationBackpressure.maximumDeferrals + 5 {
                pour(NotificationBackpressure.surgeThreshold, into: gate)
                #expect(gate.shouldDeferDraining() == (number < NotificationBackpressure.maximumDeferrals))
            }
            gate.reset()
        }
    }

    @Test func `when no more may wait they are processed however many come`() {
        let gate = NotificationBackpressure(limit: 0, capacity: NotificationBackpressure.surgeThreshold)
        pour(NotificationBackpressure.surgeThreshold, into: gate)
        #expect(!gate.shouldDeferDraining())
    }

    @Test func `without a flood there is nothing to rest from`() {
        let gate = NotificationBackpressure(limit: 1000)
        for _ in 0..<500 { #expect(gate.enter()) }
        #expect(!gate.shouldDeferDraining())
    }

    @Test func `no more wait than there is room for`() {
        let gate = NotificationBackpressure(limit: 0, capacity: 3)
        for _ in 0..<3 { #expect(!gate.enter()) }
        #expect(gate.enter())
        gate.recordCompletion()
        #expect(!gate.enter())
        #expect(gate.enter())
    }
}

@Suite struct WaitingNotificationFormTests {
    @Test(arguments: [Environment.production, .sandbox, Environment(rawValue: "Later")])
    func `what a job holds is read as it was written`(environment: Environment) {
        let waiting = QueuedNotification(
            signed: SignedPayload(rawValue: "a.b.c"),
            environment: environment,
            received: Date(millisecondsSince1970: 1_735_689_600_123)
        )
        #expect(QueuedNotification(waiting.body) == waiting)
    }

    @Test(arguments: ["", "\n", "Production\na.b.c", "Production x\na.b.c", "Production 1 2\na", "Production 12"])
    func `anything else is not read`(text: String) {
        #expect(QueuedNotification(Data(text.utf8)) == nil)
    }
}
