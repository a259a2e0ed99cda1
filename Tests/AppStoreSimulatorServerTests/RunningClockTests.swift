// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Synchronization
import Testing

@Suite struct RunningClockTests {
    /// A wall clock that a test moves, finer than a millisecond as real ones are.
    private final class WallClock: Sendable {
        private let instant = Mutex(Date(timeIntervalSince1970: 1_800_000_000.000_7))

        var now: Date { instant.withLock { $0 } }

        func pass(_ seconds: Double) {
            instant.withLock { $0 += seconds }
        }
    }

    @Test func `a clock finer than milliseconds can be advanced again and again`() async throws {
        let wall = WallClock()
        let catalog = Catalog(
            apps: [CatalogApp(bundleID: "a.b", appAppleID: .init(rawValue: 1), name: "A")],
            products: []
        )
        var configuration = SimulatorConfiguration(catalog: catalog, start: wall.now)
        configuration.clock = .running { wall.now }
        configuration.production = nil
        configuration.sandbox = nil
        configuration.notificationURLs = [.production: "http://127.0.0.1:1/"]
        let simulator = try SimulatorService(configuration: configuration)
        let client = InProcessClient(simulator.router(for: .production))
        for _ in 1...3 {
            wall.pass(0.123_456_7)
            let answer = try await client.send(.post, "/simulator/v1/clock/advance", json: ["by": "P1D"])
            #expect(answer.status == 200)
        }
        #expect(simulator.now.timeIntervalSince(wall.now) > 2 * 86_400)
    }
}
