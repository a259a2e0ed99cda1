// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

extension QueryWriter {
    /// Leases lanes with pending deliveries to a worker, so that no two workers deliver in one lane.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - receiver: The receiver; each has workers of its own, so that a slow one delays no other.
    ///   - owner: The worker, by a name that no other one has.
    ///   - now: The date.
    ///   - leaseEnd: The end of the lease; afterward another worker can lease them.
    ///   - limit: How many at most.
    /// - Returns: The lanes.
    /// - Throws: `DatabaseError`.
    package func leaseLanes(
        in queue: LaneQueue,
        of receiver: String,
        to owner: String,
        now: Date,
        until leaseEnd: Date,
        limit: Int
    ) throws -> [DeliveryLane] {
        try rows(
            """
            UPDATE \(queue.lanes) SET lease_owner = \(owner), due = \(leaseEnd)
            WHERE \(queue.receiver) = \(receiver) AND lane IN (
                SELECT lane FROM \(queue.lanes) WHERE \(queue.receiver) = \(receiver) AND due <= \(now)
                ORDER BY due LIMIT \(limit) \(dialect.skippingLockedRows)
            )
            RETURNING lane
            """
        ) { DeliveryLane(queue, receiver: receiver, name: try $0.next()) }
    }

    /// Records the result of a delivery attempt.
    ///
    /// - Returns: Whether the worker still had the lane; otherwise nothing is recorded.
    /// - Throws: `DatabaseError`.
    package func complete(
        _ delivery: some LaneDelivery,
        as state: DeliveryState,
        response: String,
        owner: String,
        now: Date
    ) throws -> Bool {
        let (lane, queue) = (delivery.lane, delivery.lane.queue)
        return try execute(
            """
            UPDATE \(queue.deliveries) SET state = \(state.rawValue), attempts = attempts + 1,
                last_attempt = \(now), last_response = \(response)
            WHERE \(queue.receiver) = \(lane.receiver) AND lane = \(lane.name) AND \(queue.item) = \(delivery.number)
                AND EXISTS (SELECT 1 FROM \(queue.lanes) WHERE \(queue.receiver) = \(lane.receiver)
                    AND lane = \(lane.name) AND lease_owner = \(owner))
            """
        ) > 0
    }

    /// Returns a lane; it is due again at a date if it has pending deliveries, and is removed otherwise.
    ///
    /// Run it with ``WriteLocks/rows``: it locks the lane's row, and decides by what was enqueued until then.
    ///
    /// - Returns: Whether the worker still had it.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func release(_ lane: DeliveryLane, owner: String, due: Date) throws -> Bool {
        let queue = lane.queue
        let own: Query = "\(queue.receiver) = \(lane.receiver) AND lane = \(lane.name)"
        if let lockingRows = dialect.lockingRows {
            // Whoever enqueues meanwhile holds the row until the commit, and is waited for here.
            try post("SELECT 1 FROM \(queue.lanes) WHERE \(own) \(lockingRows)")
        }
        let held: Query = "\(own) AND lease_owner = \(owner)"
        if try execute("DELETE FROM \(queue.lanes) WHERE \(held) AND \(Self.isIdle(queue))") > 0 { return true }
        return try execute("UPDATE \(queue.lanes) SET lease_owner = NULL, due = \(due) WHERE \(held)") > 0
    }

    /// Removes the lanes that have no pending deliveries and that no worker has.
    ///
    /// Run it with ``WriteLocks/rows``, for the same reason as ``release(_:owner:due:)``.
    ///
    /// - Throws: `DatabaseError`.
    package func removeIdleLanes(in queue: LaneQueue) throws {
        let condition: Query = "lease_owner IS NULL AND \(Self.isIdle(queue))"
        if let lockingRows = dialect.lockingRows {
            try post("SELECT 1 FROM \(queue.lanes) WHERE \(condition) \(lockingRows)")
        }
        try execute("DELETE FROM \(queue.lanes) WHERE \(condition)")
    }

    private static func isIdle(_ queue: LaneQueue) -> Query {
        """
        NOT EXISTS (SELECT 1 FROM \(queue.deliveries) d WHERE d.\(queue.receiver) = \(queue.lanes).\(queue.receiver)
            AND d.lane = \(queue.lanes).lane AND d.state = 'pending')
        """
    }

    /// Makes everything that waits for a receiver due now, whenever its next attempt was to be.
    ///
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func hurryLanes(in queue: LaneQueue, of receiver: String, now: Date) throws -> Int {
        try execute(
            """
            UPDATE \(queue.lanes) SET due = \(now)
            WHERE \(queue.receiver) = \(receiver) AND due > \(now) AND lease_owner IS NULL
            """
        )
    }

    /// Frees the lanes of all other workers, because those are dead.
    ///
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func freeLanes(in queue: LaneQueue, notOf owner: String, now: Date) throws -> Int {
        try execute(
            """
            UPDATE \(queue.lanes) SET lease_owner = NULL, due = \(now)
            WHERE lease_owner IS NOT NULL AND lease_owner <> \(owner)
            """
        )
    }

    /// Makes lanes due now whose date only a clock that was ahead can have set.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - receiver: The receiver.
    ///   - now: The date.
    ///   - maximumLease: The longest lease, in seconds.
    ///   - maximumDelay: The longest time between two attempts, in seconds.
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func returnDistantLanes(
        in queue: LaneQueue,
        of receiver: String,
        now: Date,
        maximumLease: TimeInterval,
        maximumDelay: TimeInterval
    ) throws -> Int {
        let leased = now.addingTimeInterval(maximumLease)
        let waiting = now.addingTimeInterval(maximumDelay)
        return try execute(
            """
            UPDATE \(queue.lanes) SET lease_owner = NULL, due = \(now)
            WHERE \(queue.receiver) = \(receiver) AND due > \(leased)
                AND (lease_owner IS NOT NULL OR due > \(waiting))
            """
        )
    }

    /// Makes sure that lanes exist, for deliveries that were enqueued in them.
    ///
    /// - Throws: `DatabaseError`.
    func open(_ lanes: [DeliveryLane], in queue: LaneQueue, due: Date) throws {
        // A lane that waits after a failure keeps its date: a new delivery must not hurry the one before it.
        let insertions = Query.inserting(
            "INSERT INTO \(queue.lanes) (\(queue.receiver), lane, due)",
            rows: lanes.map { "(\($0.receiver), \($0.name), \(due))" }
        )
        for insertion in insertions { try post("\(insertion) ON CONFLICT (\(queue.receiver), lane) DO NOTHING") }
        // A worker who has delivered everything in a lane removes it, and does not see yet what is enqueued here.
        guard let holdingRows = dialect.holdingRows else { return }
        for lane in lanes {
            try post(
                """
                SELECT 1 FROM \(queue.lanes)
                WHERE \(queue.receiver) = \(lane.receiver) AND lane = \(lane.name) \(holdingRows)
                """
            )
        }
    }
}
