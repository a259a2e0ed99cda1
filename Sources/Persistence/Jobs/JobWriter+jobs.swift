// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A piece of work to be done later.
package struct NewTask: Hashable, Sendable {
    /// The worker who does such work.
    package var queue: String
    /// The task's key in its queue: a task that is queued already is not added again.
    package var uniqueKey: String?
    /// When it should be done.
    package var dueDate: Date
    /// What is to be done, in the server's own form.
    package var body: Data

    /// Makes a job.
    package init(queue: String, uniqueKey: String? = nil, dueDate: Date, body: Data = Data()) {
        self.queue = queue
        self.uniqueKey = uniqueKey
        self.dueDate = dueDate
        self.body = body
    }
}

/// A piece of work that was lent to a worker.
package struct QueuedTask: Hashable, Sendable {
    /// Its number.
    package let id: Int64
    /// The work.
    package let job: NewTask
    /// How often it was lent, this time included.
    package let attempts: Int
    /// What went wrong last.
    package let lastError: String?
}

extension JobWriter {
    /// Adds a job, unless its unique key waits already: then the earlier of the two instants holds.
    ///
    /// When the work of that key is in progress, it is done once more afterward, for it may have begun too early to
    /// see what this job is about.
    ///
    /// - Throws: `DatabaseError`.
    package func enqueue(_ job: NewTask) throws {
        try execute(
            """
            INSERT INTO queued_tasks (queue, unique_key, body, due, attempts)
            VALUES (\(job.queue), \(job.uniqueKey), \(job.body), \(job.dueDate), 0)
            ON CONFLICT (queue, unique_key) DO UPDATE SET
                due = CASE WHEN queued_tasks.lease_owner IS NULL AND queued_tasks.due < excluded.due
                    THEN queued_tasks.due ELSE excluded.due END,
                body = excluded.body, lease_owner = NULL
            """
        )
    }

    /// Lends the jobs that are due to a worker, the most overdue first.
    ///
    /// A job that is neither completed nor returned before the lease ends is lent again. Nothing is lent for more than
    /// an hour, so what seems to be lent for longer was lent by a clock that was ahead: it is lent again at once.
    ///
    /// - Parameters:
    ///   - queue: Which work.
    ///   - owner: The worker, by a name that no other one has.
    ///   - now: The instant.
    ///   - leaseEnd: Until when they are lent.
    ///   - limit: How many at most.
    /// - Returns: The jobs, which belong to the worker until then.
    /// - Throws: `DatabaseError`.
    package func leaseJobs(
        of queue: String,
        to owner: String,
        now: Date,
        until leaseEnd: Date,
        limit: Int
    ) throws -> [QueuedTask] {
        let maximum = now.addingTimeInterval(maximumLease)
        let leaseEnd = min(leaseEnd, maximum)
        try execute(
            """
            UPDATE queued_tasks SET lease_owner = NULL, due = \(now)
            WHERE queue = \(queue) AND due > \(maximum) AND lease_owner IS NOT NULL
            """
        )
        let jobs = try rows(
            """
            UPDATE queued_tasks SET lease_owner = \(owner), due = \(leaseEnd), attempts = attempts + 1
            WHERE id IN (
                SELECT id FROM queued_tasks WHERE queue = \(queue) AND due <= \(now) ORDER BY due, id LIMIT \(limit)
                \(dialect.skippingLockedRows)
            )
            RETURNING id, unique_key, body, attempts, last_error
            """
        ) { row in
            let id = try row.next(Int64.self)
            let job = NewTask(queue: queue, uniqueKey: try row.next(), dueDate: leaseEnd, body: try row.next())
            return QueuedTask(id: id, job: job, attempts: try row.next(), lastError: try row.next())
        }
        return jobs.sorted { $0.id < $1.id }
    }

    /// Removes a job that was done.
    ///
    /// - Returns: Whether it still belonged to the worker.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func complete(_ job: QueuedTask, owner: String) throws -> Bool {
        try execute("DELETE FROM queued_tasks WHERE id = \(job.id) AND lease_owner = \(owner)") > 0
    }

    /// Gives a job back to be done later.
    ///
    /// - Returns: Whether it still belonged to the worker.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func postpone(_ job: QueuedTask, owner: String, until date: Date, error: String?) throws -> Bool {
        try execute(
            """
            UPDATE queued_tasks SET lease_owner = NULL, due = \(date), last_error = \(error)
            WHERE id = \(job.id) AND lease_owner = \(owner)
            """
        ) > 0
    }

    /// Removes a job that was done, whoever it is lent to.
    ///
    /// - Returns: Whether it was still there.
    /// - Throws: `DatabaseError`.
    package func remove(_ job: QueuedTask) throws -> Bool {
        try execute("DELETE FROM queued_tasks WHERE id = \(job.id)") > 0
    }

    /// Has a job done later, whoever it is lent to.
    ///
    /// - Throws: `DatabaseError`.
    package func reschedule(_ job: QueuedTask, until date: Date, error: String?) throws {
        try execute(
            "UPDATE queued_tasks SET due = \(date), attempts = attempts + 1, last_error = \(error) WHERE id = \(job.id)"
        )
    }

    /// Keeps a job for longer.
    ///
    /// - Returns: Whether it still belonged to the worker.
    /// - Throws: `DatabaseError`.
    package func extendLease(of job: QueuedTask, owner: String, until leaseEnd: Date) throws -> Bool {
        try execute("UPDATE queued_tasks SET due = \(leaseEnd) WHERE id = \(job.id) AND lease_owner = \(owner)") > 0
    }
}

/// The longest that a job is lent for, in seconds.
private let maximumLease: TimeInterval = 3600

extension JobReader {
    /// The jobs of a queue that are due, the most overdue first, whoever they are lent to.
    ///
    /// - Parameters:
    ///   - queue: Which work.
    ///   - now: The instant.
    ///   - last: The last one of the page before; nothing for the first page.
    ///   - limit: How many at most.
    /// - Returns: The jobs.
    /// - Throws: `DatabaseError`.
    package func dueJobs(of queue: String, asOf now: Date, after last: QueuedTask?, limit: Int) throws -> [QueuedTask] {
        let (due, id) = (last?.job.dueDate ?? .distantPast, last?.id ?? 0)
        return try rows(
            """
            SELECT id, unique_key, body, due, attempts, last_error FROM queued_tasks
            WHERE queue = \(queue) AND due >= \(due) AND due <= \(now) AND (due > \(due) OR id > \(id))
            ORDER BY due, id LIMIT \(limit)
            """
        ) { row in try Self.job(&row, of: queue) }
    }

    /// The jobs of a queue that wait or are worked on, the first due first.
    ///
    /// - Throws: `DatabaseError`.
    package func jobs(of queue: String, limit: Int) throws -> [QueuedTask] {
        try rows(
            """
            SELECT id, unique_key, body, due, attempts, last_error FROM queued_tasks WHERE queue = \(queue)
            ORDER BY due, id LIMIT \(limit)
            """
        ) { row in try Self.job(&row, of: queue) }
    }

    private static func job(_ row: inout Row, of queue: String) throws -> QueuedTask {
        let id = try row.next(Int64.self)
        let (key, body, due) = (try row.next(String?.self), try row.next(Data.self), try row.next(Date.self))
        let job = NewTask(queue: queue, uniqueKey: key, dueDate: due, body: body)
        return QueuedTask(id: id, job: job, attempts: try row.next(), lastError: try row.next())
    }

    /// How many jobs a queue has, and since when the most overdue one waits.
    ///
    /// - Throws: `DatabaseError`.
    package func jobBacklog(of queue: String) throws -> (count: Int, oldestDueDate: Date?) {
        try first("SELECT COUNT(*), MIN(due) FROM queued_tasks WHERE queue = \(queue)") { row in
            (count: try row.next(), oldestDueDate: try row.next())
        } ?? (0, nil)
    }
}
