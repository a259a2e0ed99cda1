// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A parser that is fuzzed; each program has one, named `Target`.
public protocol FuzzTarget {
    /// Good inputs to begin with.
    static var seeds: [Data] { get }

    /// Takes an input; whatever it is, nothing may break and nothing false may be believed.
    static func test(_ input: [UInt8])
}
