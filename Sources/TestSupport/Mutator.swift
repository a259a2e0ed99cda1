// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Changes bytes in the ways that break parsers; the same seed changes them the same way.
package struct Mutator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Some bytes with one to three changes.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...2, using: &self) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes.append(UInt8.random(in: 0...255, using: &self))
            return
        }
        let place = Int.random(in: 0..<bytes.count, using: &self)
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &self))
        switch Int.random(in: 0..<9, using: &self) {
        case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &self)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.removeSubrange(place..<end)
        case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 6: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
        case 7: lie(&bytes, near: place)
        default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &self))
        }
    }

    /// Changes the length of the next ASN.1 element after a place, or makes it open.
    private mutating func lie(_ bytes: inout [UInt8], near place: Int) {
        let tags: Set<UInt8> = [0x02, 0x03, 0x04, 0x0C, 0x16, 0x24, 0x30, 0x31, 0xA0, 0xA3]
        guard let tag = bytes[place...].firstIndex(where: tags.contains), tag + 1 < bytes.count else { return }
        let lengths: [[UInt8]] = [
            [0x00], [0x01], [0x7F], [0x80], [0x81, 0xFF], [0x82, 0xFF, 0xFF], [0x84, 0x7F, 0xFF, 0xFF, 0xFF],
            [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF],
            [bytes[tag + 1] &+ 1], [bytes[tag + 1] &- 1],
        ]
        bytes.replaceSubrange(tag + 1..<tag + 2, with: lengths[Int.random(in: 0..<lengths.count, using: &self)])
    }
}
