// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// Requests sent over many connections, and how long each took.
///
/// With a rate the arrivals are planned beforehand and a late answer does not delay the next arrival's plan: the time
/// that a request had to wait for its turn counts. Without one every connection sends as soon as it is answered.
struct Load: Sendable {
    /// The ports to send to, in turn.
    var ports: [UInt16]
    /// How many requests may be in progress.
    var connections: Int
    /// Arrivals per second; nothing for as many as go.
    var rate: Double?
    /// How many requests at most.
    var count = Int.max
    /// How long at most.
    var seconds: Double

    /// Sends; the request of a number, or nothing when there are no more.
    func run(
        _ request: @escaping @Sendable (Int) -> [UInt8]?,
        answer: @escaping @Sendable (Int, Int, ArraySlice<UInt8>) -> Void = { _, _, _ in }
    ) async throws -> LoadResult {
        let shared = Shared()
        let began = MonotonicTime.now
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let left = Countdown(connections) { done.resume() }
            for number in 0..<connections {
                let thread = Thread {
                    do {
                        let result = try work(number, began: began, shared: shared, request, answer)
                        shared.results.withLock { $0.append(result) }
                    } catch {
                        shared.failures.withLock { $0.append("\(error)") }
                    }
                    left.countDown()
                }
                thread.stackSize = 512 << 10
                thread.start()
            }
        }
        if let failure = shared.failures.withLock({ $0.first }) { throw Failure(failure) }
        var all = LoadResult()
        for result in shared.results.withLock({ $0 }) { all.add(result) }
        all.seconds = MonotonicTime.seconds(since: began)
        all.microseconds.sort()
        return all
    }

    private final class Shared: Sendable {
        let next = Atomic<Int>(0)
        let results = Mutex<[LoadResult]>([])
        let failures = Mutex<[String]>([])
    }

    private func work(
        _ number: Int,
        began: UInt64,
        shared: Shared,
        _ request: (Int) -> [UInt8]?,
        _ answer: (Int, Int, ArraySlice<UInt8>) -> Void
    ) throws -> LoadResult {
        let connection = try LoadConnection(port: ports[number % ports.count])
        var result = LoadResult()
        let end = began + UInt64(seconds * 1e9)
        while true {
            let turn = shared.next.add(1, ordering: .relaxed).oldValue
            guard turn < count, let bytes = request(turn) else { break }
            var from = MonotonicTime.now
            if let rate {
                let planned = began + UInt64(Double(turn) / rate * 1e9)
                guard planned < end else { break }
                if planned > from { MonotonicTime.sleep(until: planned) }
                from = planned
            } else if from >= end {
                break
            }
            let response = try connection.exchange(bytes)
            result.microseconds.append(UInt32(clamping: (MonotonicTime.now - from) / 1000))
            if response.status >= 300 { result.refusals[response.status, default: 0] += 1 }
            answer(turn, response.status, response.body)
        }
        return result
    }
}

/// The result of a load.
struct LoadResult: Sendable {
    /// How long each answered request took, its waiting included.
    var microseconds: [UInt32] = []
    /// Answers that were no success, by status.
    var refusals: [Int: Int] = [:]
    var seconds = 0.0

    var count: Int { microseconds.count }
    var perSecond: Double { seconds > 0 ? Double(count) / seconds : 0 }

    mutating func add(_ other: LoadResult) {
        microseconds += other.microseconds
        refusals.merge(other.refusals, uniquingKeysWith: +)
    }

    /// The time within which this share of the requests was answered, in milliseconds.
    func milliseconds(_ share: Double) -> Double {
        guard !microseconds.isEmpty else { return 0 }
        let index = min(microseconds.count - 1, Int((Double(microseconds.count) * share).rounded(.up)))
        return Double(microseconds[max(0, index)]) / 1000
    }
}

/// A clock that only goes forward.
enum MonotonicTime {
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How long this thread has worked.
    static var threadTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    static func seconds(since start: UInt64) -> Double { Double(now - start) / 1e9 }

    static func sleep(until instant: UInt64) {
        var time = timespec(tv_sec: Int(instant / 1_000_000_000), tv_nsec: Int(instant % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}

/// Calls a function when it was counted down to nothing.
private final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let done: @Sendable () -> Void

    init(_ count: Int, _ done: @escaping @Sendable () -> Void) {
        left = Mutex(count)
        self.done = done
    }

    func countDown() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { done() }
    }
}
