// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What is to happen, ordered by instant and, at one instant, by when it was planned.
///
/// A binary heap. An entry that was planned again is not searched for: it stays until its time and is then known as
/// stale by its stamp.
struct EventQueue: Sendable, Codable {
    struct Entry: Sendable, Codable {
        var milliseconds: Int64
        var sequence: UInt64
        var event: DueEvent
    }

    private var heap: [Entry] = []
    private var nextSequence: UInt64 = 0

    var first: Entry? { heap.first }

    var count: Int { heap.count }

    mutating func insert(_ event: DueEvent, at milliseconds: Int64) {
        heap.append(Entry(milliseconds: milliseconds, sequence: nextSequence, event: event))
        nextSequence += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(child, parent) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() -> Entry? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(least, parent)
            parent = least
        }
    }

    /// Keeps the entries that still mean something.
    mutating func prune(_ isLive: (DueEvent) -> Bool) {
        let stored = heap.filter { isLive($0.event) }
            .sorted { ($0.milliseconds, $0.sequence) < ($1.milliseconds, $1.sequence) }
        heap = stored
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (heap[left].milliseconds, heap[left].sequence) < (heap[right].milliseconds, heap[right].sequence)
    }
}

/// Something that happens automatically when its instant comes.
enum DueEvent: Hashable, Sendable, Codable {
    /// A subscription's next step, unless the subscription was planned again since.
    case subscription(slot: Int, stamp: UInt32)

    /// Apple decides about a refund that a customer asked for.
    case refundDecision(TransactionKey)

    /// Apple refunds a purchase that no one asked to refund: a fault.
    case suddenRefund(TransactionKey)

    /// The App Store works off an extension of many renewal dates, by its key.
    case massExtension(String)

    /// A shared subscription ends with its period, because what its buyer has next is not shared.
    case sharingEnd(copy: Int)

    /// The monthly reminder of an external purchase token, by its identifier.
    case externalTokenReminder(String)
}
