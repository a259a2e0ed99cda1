// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

/// Every parser meets changed bytes: no crash, no hang, no wrong acceptance.
///
/// A few hundred for each in every run; `PURSER_MUTATIONS` asks for more, `PURSER_SEED` for others.
@Suite struct MutationTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static let count = Int(number("PURSER_MUTATIONS") ?? 200)
    private static let seed = number("PURSER_SEED") ?? 20_261_121

    @Test(arguments: Specimen.all)
    func `a changed copy is refused, or says the same`(specimen: Specimen) {
        for number in 0..<Self.count {
            var mutator = Mutator(seed: Self.seed &+ UInt64(number))
            let changed = mutator.mutate(specimen.original)
            guard changed != specimen.original else { continue }
            guard specimen.isHandled(changed) else {
                Issue.record("seed \(Self.seed &+ UInt64(number)): a changed \(specimen.testDescription) was accepted")
                return
            }
        }
    }

    @Test(arguments: Specimen.all)
    func `every beginning of a specimen is refused`(specimen: Specimen) {
        for length in stride(from: 0, to: specimen.original.count, by: max(1, specimen.original.count / 100)) {
            #expect(specimen.isHandled(Array(specimen.original.prefix(length))))
        }
    }

    @Test(arguments: Specimen.all)
    func `nonsense is refused`(specimen: Specimen) {
        var generator = Mutator(seed: Self.seed)
        for length in [1, 2, 3, 16, 255, 4096] {
            let nonsense = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(specimen.isHandled(nonsense))
            #expect(specimen.isHandled([UInt8](repeating: 0x30, count: length)))
            #expect(specimen.isHandled([UInt8](repeating: 0x80, count: length)))
            // Elements within elements, as deep as there is room.
            #expect(specimen.isHandled((0..<length).flatMap { _ in [0x30, 0x80] as [UInt8] }))
            #expect(specimen.isHandled((0..<length).flatMap { _ in [0x24, 0x80] as [UInt8] }))
        }
    }
}
