// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Gzip
import TestSupport
import Testing

@Suite struct GzipMutationTests {
    @Test func `a changed file is refused or unpacks within its limit, and never to something else`() throws {
        let text = Data((0..<400).map { "line \($0 % 7)\t\($0)\n" }.joined().utf8)
        let packed = try Gzip.compress(text)
        let count = ProcessInfo.processInfo.environment["PURSER_MUTATIONS"].flatMap { UInt64($0) } ?? 500
        for seed in 0..<count {
            var mutator = Mutator(seed: seed)
            let changed = Data(mutator.mutate(Array(packed)))
            guard let plain = try? Gzip.decompress(changed, maximumBytes: 1 << 16) else { continue }
            // The check sum covers the content; the header's time and system do not matter, and members add up.
            #expect(plain.count <= 1 << 16 && (plain.isEmpty || plain == text || plain == text + text), "seed \(seed)")
        }
    }
}
