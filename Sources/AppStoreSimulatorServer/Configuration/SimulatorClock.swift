// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What turns the simulator's virtual clock.
public enum SimulatorClock: Sendable {
    /// Only `advance` does; between two commands no time passes.
    case manual

    /// The wall clock does: the virtual clock runs beside it, as fast, from wherever it stands.
    ///
    /// The closure returns the instant; the program that owns a clock passes it in.
    case running(@Sendable () -> Date)
}
