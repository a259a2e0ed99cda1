// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Lets tasks wait for one another without a clock.
actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var counting: [(Int, CheckedContinuation<Void, Never>)] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func arrive() {
        arrivals += 1
        for (count, continuation) in counting where arrivals >= count { continuation.resume() }
        counting.removeAll { arrivals >= $0.0 }
    }

    func waitForArrivals(_ count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { counting.append((count, $0)) }
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// Runs a closure for every element at once and keeps the order.
    func concurrentMap<Value: Sendable>(
        _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws
        -> [Value]
    {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, try await body(element)) } }
            var values: [Int: Value] = [:]
            for try await (index, value) in group { values[index] = value }
            return values.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
