// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

extension ForwardingWriter {
    /// Stores a notification and enqueues its deliveries, unless it is stored.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func forward(_ notification: PackedForward, in lane: String, to targets: [String]) throws -> Bool {
        // A repetition changes nothing, not even the counter of the numbers, which an insert in vain would.
        let known = try first("SELECT number FROM forwarded_notifications WHERE id = \(notification.id)") {
            try $0.next(Int64.self)
        }
        guard known == nil else { return false }
        let number = try first(
            """
            INSERT INTO forwarded_notifications (id, label, received, media_type, body)
            VALUES (\(notification.id), \(notification.label), \(notification.received), \(notification.mediaType),
                \(notification.packedBody))
            ON CONFLICT (id) DO NOTHING RETURNING number
            """
        ) { try $0.next(Int64.self) }
        guard let number else { return false }
        let deliveries = Query.inserting(
            "INSERT INTO forward_deliveries (target, lane, notification, state, attempts, created)",
            rows: targets.map { "(\($0), \(lane), \(number), 'pending', 0, \(notification.received))" }
        )
        for query in deliveries { try post(query) }
        try open(
            targets.map { DeliveryLane(.forwards, receiver: $0, name: lane) },
            in: .forwards,
            due: notification.received
        )
        return true
    }

    /// Enqueues deliveries of a target again.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - ids: The notifications; every failed one when absent.
    ///   - now: The date.
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    package func resendForwards(of target: String, ids: [String]?, now: Date) throws -> Int {
        let chosen: Query =
            if let ids {
                """
                notification IN (SELECT number FROM forwarded_notifications
                    WHERE id IN \(list: ids.map(StoredValue.text)))
                """
            } else {
                "state = 'failed'"
            }
        if let ids, ids.isEmpty { return 0 }
        let lanes = try rows(
            """
            UPDATE forward_deliveries SET state = 'pending', attempts = 0
            WHERE target = \(target) AND \(chosen) RETURNING lane
            """
        ) { try $0.next(String.self) }
        try open(
            Set(lanes).sorted().map { DeliveryLane(.forwards, receiver: target, name: $0) },
            in: .forwards,
            due: now
        )
        return lanes.count
    }

    /// Removes notifications received before a date, delivered or not.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - limit: How many at most.
    /// - Returns: How many were removed; run it with ``WriteLocks/rows``.
    /// - Throws: `DatabaseError`.
    package func removeForwards(before date: Date, limit: Int) throws -> Int {
        let numbers = try rows(
            "SELECT number FROM forwarded_notifications WHERE received < \(date) ORDER BY received LIMIT \(limit)"
        ) { try $0.next(Int64.self) }
        guard !numbers.isEmpty else { return 0 }
        let list = numbers.map(StoredValue.integer)
        try execute("DELETE FROM forward_deliveries WHERE notification IN \(list: list)")
        try execute("DELETE FROM forwarded_notifications WHERE number IN \(list: list)")
        try removeIdleLanes(in: .forwards)
        return numbers.count
    }
}

extension ForwardingReader {
    /// The pending deliveries of a lane, in order.
    ///
    /// - Throws: `DatabaseError`.
    package func pendingForwards(in lane: DeliveryLane, limit: Int) throws -> [ForwardDelivery] {
        try forwards(
            """
            d.target = \(lane.receiver) AND d.lane = \(lane.name) AND d.state = 'pending'
            ORDER BY d.notification LIMIT \(limit)
            """
        )
    }

    /// The deliveries of a target, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func forwards(
        of target: String,
        state: DeliveryState? = nil,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [ForwardDelivery] {
        // Of all states the newest are read until the page is full, and not all of the target to sort them.
        let condition: Query =
            state.map { "d.target = \(target) AND d.state = \($0.rawValue)" } ?? "d.target || '' = \(target)"
        return try forwards(
            "\(condition) AND d.notification < \(number) ORDER BY d.notification DESC LIMIT \(limit)"
        )
    }

    /// How many deliveries of a target have a state, and when the first of them was received.
    ///
    /// - Throws: `DatabaseError`.
    package func forwardBacklog(of target: String, state: DeliveryState) throws -> Backlog {
        try first(
            """
            SELECT COUNT(*), MIN(created) FROM forward_deliveries
            WHERE target = \(target) AND state = \(state.rawValue)
            """
        ) { row in Backlog(count: try row.next(), oldest: try row.next()) } ?? Backlog()
    }

    private func forwards(_ condition: Query) throws -> [ForwardDelivery] {
        try rows(
            """
            SELECT d.target, d.lane, d.notification, d.state, d.attempts, d.last_attempt, d.last_response,
                n.id, n.label, n.received, n.media_type, n.body
            FROM forward_deliveries d JOIN forwarded_notifications n ON n.number = d.notification
            WHERE \(condition)
            """
        ) { row in
            let lane = DeliveryLane(.forwards, receiver: try row.next(), name: try row.next())
            let number = try row.next(Int64.self)
            let state = DeliveryState(rawValue: try row.next())
            let attempts = try row.next(Int.self)
            let (last, response) = (try row.next(Date?.self), try row.next(String?.self))
            let (id, label) = (try row.next(String.self), try row.next(String.self))
            let (received, mediaType) = (try row.next(Date.self), try row.next(String.self))
            return ForwardDelivery(
                lane: lane,
                number: number,
                notification: PackedForward(
                    id: id,
                    label: label,
                    received: received,
                    mediaType: mediaType,
                    packedBody: try row.next(Data.self)
                ),
                state: state,
                attempts: attempts,
                lastAttemptDate: last,
                lastResponse: response
            )
        }
    }
}
