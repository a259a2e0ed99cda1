// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The tasks that continue beside the app's calls.
final class TaskSet: @unchecked Sendable {
    // Everything is touched only while the lock is held.
    private let lock = NSLock()
    private var tasks: [Task<Void, Never>] = []
    private var pending: [Int: Task<Void, Never>] = [:]
    private var launching: Task<Void, Never>?
    private var notifications: [Task<Void, Never>] = []
    private var listening: Task<Void, Never>?
    private var count = 0

    func add(_ task: Task<Void, Never>) { lock.withLock { tasks.append(task) } }

    /// Stores the tasks that notify the delegate and replaces those that notified another.
    func notify(_ tasks: [Task<Void, Never>]) {
        let old = lock.withLock {
            defer { notifications = tasks }
            return notifications
        }
        for task in old { task.cancel() }
    }

    /// Stores the task that listens to the server and ends the one before; none ends it alone.
    func listen(_ task: Task<Void, Never>?) {
        let old = lock.withLock {
            defer { listening = task }
            return listening
        }
        old?.cancel()
    }

    var isListening: Bool { lock.withLock { listening != nil } }

    func launch(_ task: Task<Void, Never>) { lock.withLock { launching = task } }

    func launched() async { await lock.withLock { launching }?.value }

    /// Keeps a task until it is done.
    func track(_ task: Task<Void, Never>) {
        let id = lock.withLock {
            count += 1
            pending[count] = task
            return count
        }
        Task { [weak self] in
            await task.value
            self?.remove(id)
        }
    }

    private func remove(_ id: Int) { lock.withLock { pending[id] = nil } }

    func waitForPending() async {
        while let task = lock.withLock({ pending.values.first }) {
            await task.value
            await Task.yield()
        }
    }

    func cancel() {
        let all = lock.withLock {
            tasks + notifications + Array(pending.values) + [launching, listening].compactMap(\.self)
        }
        for task in all { task.cancel() }
    }
}

/// The names that were last put in; older ones are forgotten.
struct RecentIDs: Sendable {
    private var names: Set<String> = []
    private var order: [String] = []
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func contains(_ name: String) -> Bool { names.contains(name) }

    mutating func insert(_ name: String) {
        guard names.insert(name).inserted else { return }
        order.append(name)
        if order.count > limit { names.remove(order.removeFirst()) }
    }
}
