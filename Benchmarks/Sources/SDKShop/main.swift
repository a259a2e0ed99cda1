// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// An app that sells with the SDK, and measures what a launch costs the main thread.
//
// It prints, in microseconds: the main thread's processor time for `Purser.init`, in a process that has used neither the
// system's languages nor the bundle's information before; the time on the clock for it; and the processor time of all threads
// until everything that a launch begins is done. What follows `Purser.init` runs on no actor of the app's. The server cannot
// be reached.

import Foundation
import PurserClient
import StoreKit

/// The processor time of the calling thread or of all, in microseconds.
func processorTime(_ id: clockid_t = CLOCK_THREAD_CPUTIME_ID) -> Double {
    var time = timespec()
    clock_gettime(id, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

struct Unreachable: PurserTransport {
    func send(_ request: PurserRequest) async throws -> PurserResponse { throw URLError(.notConnectedToInternet) }
}

@MainActor
func measure() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sdk-shop-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let server = URL(string: "http://127.0.0.1:9") else { return }
    let clock = ContinuousClock()
    let (thread, all, start) = (processorTime(), processorTime(CLOCK_PROCESS_CPUTIME_ID), clock.now)
    var configuration = PurserConfiguration(server: server, key: "pk_measured")
    configuration.server?.transport = Unreachable()
    configuration.storage = FileStorage(folder: folder)
    configuration.allowsAnonymousCustomers = true
    let purser = Purser(configuration)
    let (used, took) = (processorTime() - thread, clock.now - start)
    await purser.ready()
    let total = processorTime(CLOCK_PROCESS_CPUTIME_ID) - all
    let wall = Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12
    print(used, wall, total)
}

try await measure()

if CommandLine.arguments.count > 1 {
    let products = try await Product.products(for: Array(CommandLine.arguments.dropFirst()))
    for product in products { print(product.displayName, try await product.purchase()) }
    for await update in Transaction.updates { await update.unsafePayloadValue.finish() }
}
