// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation

@testable import AppStoreSimulatorServer

/// Every fault switch of what is sold, sent and asked, and a network that loses things.
///
/// One switch is left to a test of its own: documents signed under a broken chain are refused permanently.
enum TownFaults {
    /// The faults that are decided where things are sold and sent.
    ///
    /// - Parameter seed: Decides how far Apple's clock is from the server's; it stands as long as the town.
    /// - Returns: The settings.
    static func settings(seed: UInt64) -> SimulatorSettings {
        var faults = FaultRates()
        faults.delayedPerMille = 150
        faults.maximumDelaySeconds = 7200
        faults.duplicatedPerMille = 100
        faults.reorderedPerMille = 100
        faults.droppedPerMille = 100
        faults.missingTokenPerMille = 100
        faults.emptyHistoryPerMille = 200
        faults.maximumEmptyHistorySeconds = 3600
        faults.refundedPerMille = 40
        faults.maximumRefundDelaySeconds = 7 * 86_400
        faults.clockSkewSeconds = [0, 1, -2, 240, -600][Int(seed % 5)]
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600, latePerMille: 20, maximumLapseSeconds: 600)
        settings.production.faults = faults
        return settings
    }

    /// Lets the interfaces misbehave, each time in another way.
    static func misbehave(_ town: Town, _ dice: inout Dice) async throws {
        let api = ServiceFaults.API(
            failedPerMille: dice.pick([0, 50, 200]),
            status: dice.pick([401, 429, 500, 503]),
            next: nil,
            delayMilliseconds: dice.pick([0, 0, 0, 1])
        )
        let faults = ServiceFaults(
            api: api,
            ocsp: dice.pick([.works, .works, .down]),
            verifyReceipt: dice.pick([nil, nil, 21_009]),
            droppedConnectionsPerMille: dice.pick([0, 50, 150]),
            tlsRefusedPerMille: dice.pick([0, 0, 100])
        )
        try await town.appStore.engine.setFaults(faults)
        town.network.lose(requests: dice.pick([0, 20, 200]), answers: dice.pick([0, 20, 100]))
    }
}
