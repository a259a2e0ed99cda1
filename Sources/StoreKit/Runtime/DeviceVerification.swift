// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The hash that ties a document to a device.
///
/// It is SHA-384 over the nonce and the device's identifier, both in small letters.
///
/// <https://developer.apple.com/documentation/storekit/transaction/deviceverification>
enum DeviceVerification {
    static func proof(nonce: UUID, id: UUID) -> Data {
        SHA384.digest(of: Array((nonce.uuidString + id.uuidString).lowercased().utf8))
    }

    static func matches(_ fields: DeviceFields, id: UUID) -> Bool {
        proof(nonce: fields.nonce, id: id) == fields.verification
    }
}

/// SHA-384, for the hash above alone.
///
/// <https://doi.org/10.6028/NIST.FIPS.180-4>
enum SHA384 {
    static func digest(of message: [UInt8]) -> Data {
        var state: [UInt64] = [
            0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
            0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
        ]
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (240 - padded.count % 128) % 128)
        padded += [UInt8](repeating: 0, count: 8)
        padded += withUnsafeBytes(of: UInt64(message.count * 8).bigEndian, Array.init)
        for start in stride(from: 0, to: padded.count, by: 128) {
            compress(padded[start..<start + 128], into: &state)
        }
        return Data(state.prefix(6).flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt64]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 8).map { start in
            block[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        for index in 16..<80 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let small0 = rotate(early, 1) ^ rotate(early, 8) ^ (early >> 7)
            let small1 = rotate(late, 19) ^ rotate(late, 61) ^ (late >> 6)
            schedule.append(schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1)
        }
        var work = state
        for index in 0..<80 {
            let big1 = rotate(work[4], 14) ^ rotate(work[4], 18) ^ rotate(work[4], 41)
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let first = work[7] &+ big1 &+ choice &+ constants[index] &+ schedule[index]
            let big0 = rotate(work[0], 28) ^ rotate(work[0], 34) ^ rotate(work[0], 39)
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            work = [first &+ big0 &+ majority] + work.prefix(7)
            work[4] = work[4] &+ first
        }
        for index in 0..<8 { state[index] = state[index] &+ work[index] }
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word >> count | word << (64 - count) }

    /// The first 64 bits of the fractions of the cube roots of the first 80 primes.
    private static let constants: [UInt64] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 80 {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map(cubeRootFraction(of:))
    }()

    /// The fraction of a cube root, bit by bit: the largest r with r³ ≤ p · 2¹⁹², without its whole part.
    private static func cubeRootFraction(of prime: UInt64) -> UInt64 {
        var root: UInt128 = 0
        for bit in stride(from: 66, through: 0, by: -1) {
            let trial = root | (UInt128(1) << UInt128(bit))
            if isCubeAtMost(trial, prime) { root = trial }
        }
        return UInt64(truncatingIfNeeded: root)
    }

    /// Whether r³ ≤ p · 2¹⁹², in limbs of 32 bits.
    private static func isCubeAtMost(_ root: UInt128, _ prime: UInt64) -> Bool {
        let factor = (0..<3).map { UInt64(truncatingIfNeeded: root >> UInt128(32 * $0)) & 0xffff_ffff }
        let cube = product(product(factor, factor), factor)
        let bound = [UInt64](repeating: 0, count: 6) + [prime] + [0, 0]
        for index in (0..<9).reversed() where cube[index] != bound[index] { return cube[index] < bound[index] }
        return true
    }

    private static func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result = [UInt64](repeating: 0, count: left.count + right.count)
        for (index, digit) in left.enumerated() {
            var carry: UInt64 = 0
            for (offset, other) in right.enumerated() {
                let sum = result[index + offset] + digit * other + carry
                result[index + offset] = sum & 0xffff_ffff
                carry = sum >> 32
            }
            result[index + right.count] += carry
        }
        return result
    }
}
