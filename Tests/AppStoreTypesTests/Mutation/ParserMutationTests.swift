// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// Changed copies of good inputs through every parser of this library.
///
/// `PURSER_MUTATIONS` is how many of each, `PURSER_SEED` the first seed. A failure names the seed that repeats it.
@Suite struct ParserMutationTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static let count = number("PURSER_MUTATIONS") ?? 150
    private static let seed = number("PURSER_SEED") ?? 20_261_121

    @Test(arguments: ParserSpecimen.all)
    func `a changed input is refused, or comes back as it was read`(specimen: ParserSpecimen) {
        for number in 0..<Self.count {
            var mutator = Mutator(seed: Self.seed &+ number)
            let changed = mutator.mutate(specimen.original)
            if let complaint = specimen.complaint(changed) {
                Issue.record("seed \(Self.seed &+ number): \(specimen.testDescription) \(complaint)")
                return
            }
        }
    }

    @Test(arguments: ParserSpecimen.all)
    func `the input itself comes back, and no beginning of it does harm`(specimen: ParserSpecimen) {
        #expect(specimen.isRead(specimen.original))
        for length in stride(from: 0, to: specimen.original.count, by: max(1, specimen.original.count / 60)) {
            #expect(specimen.complaint(Array(specimen.original.prefix(length))) == nil)
        }
    }

    @Test(arguments: ParserSpecimen.all)
    func `nesting without end is survived`(specimen: ParserSpecimen) {
        for open in ["[", "{\"a\":", "\t", "\"", "\\"] {
            #expect(specimen.complaint(Array(String(repeating: open, count: 20_000).utf8)) == nil)
        }
    }
}
