// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient
import Synchronization

/// A run of the app that dies at a step: from then on nothing of it happens, and nothing of it ends.
final class Mortality: Sendable {
    private struct State {
        var steps = 0
        var names: [String] = []
        var isOver = false
        var isDead = false
        var waiting: CheckedContinuation<Void, Never>?
        var lastMessages: [@Sendable () -> Void] = []
    }

    private let fatal: Int?
    private let fatalName: String?
    private let first: String?
    private let state = Mutex(State())

    /// Lets a run die at a step, counted from the first or from that of a name; at none when absent.
    init(at fatal: Int?, from first: String? = nil) {
        self.fatal = fatal
        self.first = first
        fatalName = nil
    }

    /// Lets a run die at the step of a name.
    init(at name: String) {
        fatal = nil
        first = nil
        fatalName = name
    }

    /// How many steps were taken.
    var steps: Int { state.withLock { $0.steps } }

    var lastStep: String { state.withLock { $0.names.last ?? "" } }

    /// Whether the run died.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// Takes a step, unless the run is dead.
    func step(_ name: String) async {
        let dies = state.withLock { state in
            if state.isDead { return true }
            if state.steps == 0, let first, name != first { return false }
            state.steps += 1
            state.names.append(name)
            state.isDead = state.steps == fatal || name == fatalName
            return state.isDead
        }
        guard dies else { return }
        end()
        // No one ever resumes it, as no one resumes a process that was killed.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    /// The run ended automatically.
    func end() {
        let (waiting, lastMessages) = state.withLock { state in
            state.isOver = true
            defer { (state.waiting, state.lastMessages) = (nil, []) }
            return (state.waiting, state.lastMessages)
        }
        for word in lastMessages { word() }
        waiting?.resume()
    }

    /// A stream that ends with the run: a process that was killed listens to nothing, and takes nothing from later
    /// tests.
    func whileAlive<Element: Sendable>(_ stream: AsyncStream<Element>) -> AsyncStream<Element> {
        AsyncStream { continuation in
            let task = Task {
                for await element in stream { continuation.yield(element) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
            let isOver = state.withLock { state in
                if !state.isOver { state.lastMessages.append { task.cancel() } }
                return state.isOver
            }
            if isOver { task.cancel() }
        }
    }

    /// Waits until the run ended, one way or the other.
    func over() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}

struct MortalTransport: PurserTransport {
    let inner: any PurserTransport
    let life: Mortality

    func send(_ request: PurserRequest) async throws -> PurserResponse {
        let name = "\(request.method) \(request.url.path)"
        await life.step("before " + name)
        let answer = try await inner.send(request)
        await life.step("after " + name)
        return answer
    }
}

struct MortalStorage: PurserStorage {
    let inner: any PurserStorage
    let life: Mortality

    func names() async throws -> [String] { try await inner.names() }

    func read(_ name: String) async throws -> Data? { try await inner.read(name) }

    func write(_ data: Data, as name: String) async throws {
        await life.step("before keeping " + name)
        try await inner.write(data, as: name)
        await life.step("after keeping " + name)
    }

    func remove(_ name: String) async throws {
        await life.step("before forgetting " + name)
        try await inner.remove(name)
        await life.step("after forgetting " + name)
    }
}

struct MortalStore: PurchaseStore {
    let inner: any PurchaseStore
    let life: Mortality

    var canMakePayments: Bool { inner.canMakePayments }

    func product(_ id: String) async throws -> StoreProduct? { try await inner.product(id) }

    func purchase(_ order: StoreOrder) async throws -> StoreOutcome {
        await life.step("before paying")
        let outcome = try await inner.purchase(order)
        await life.step("after paying")
        return outcome
    }

    func unfinished() async -> [StoreTransaction] { await inner.unfinished() }

    func updates() -> AsyncStream<StoreTransaction> { life.whileAlive(inner.updates()) }

    func promotions() -> AsyncStream<StorePromotion> { life.whileAlive(inner.promotions()) }

    func finish(_ transaction: String) async {
        await life.step("before finishing")
        await inner.finish(transaction)
        await life.step("after finishing")
    }

    func restore() async throws -> [StoreTransaction] {
        await life.step("before restoring")
        let restored = try await inner.restore()
        await life.step("after restoring")
        return restored
    }

    func held() async -> [StoreTransaction] { await inner.held() }

    func environment() async -> PurserEnvironment { await inner.environment() }

    func isEligibleForIntroductoryOffer(of group: String) async -> Bool {
        await inner.isEligibleForIntroductoryOffer(of: group)
    }

    func renewalInfo(of transaction: StoreTransaction) async -> String? {
        await inner.renewalInfo(of: transaction)
    }

    func refreshedReceipt() async -> String? { await inner.refreshedReceipt() }

    func renewingSubscriptions() async throws -> [RenewingSubscription] { try await inner.renewingSubscriptions() }
}
