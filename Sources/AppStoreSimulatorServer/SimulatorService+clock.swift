// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension SimulatorService {
    /// The virtual instant, for a server in the same process that should live by the simulator's clock.
    public var now: Date { engine.present.value }
}
