// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

/// Where a server takes its chance: identifiers, keys, and how long it waits before it asks again.
///
/// A simulation hands in one that its seed decides, so that what failed happens again.
package struct RandomSource: Sendable {
    private let fill: @Sendable (Int) -> [UInt8]

    /// Makes a source.
    ///
    /// - Parameter fill: Answers as many bytes as it is asked for, which no one can guess.
    package init(_ fill: @escaping @Sendable (Int) -> [UInt8]) {
        self.fill = fill
    }

    /// The bytes that keys are made of.
    package static let secure = RandomSource { SecureRandom.bytes($0) }

    func bytes(_ count: Int) -> [UInt8] { fill(count) }

    /// Random bytes in hexadecimal digits.
    func hexadecimal(_ count: Int) -> String { Hexadecimal.encode(fill(count)) }

    /// Random bytes in Base64URL.
    func base64(_ count: Int) -> String { Base64URL.encode(fill(count)) }

    /// Random letters and digits that a person can read out and a command line takes as they are: five bits each.
    ///
    /// None of them is mistaken for another, and none is a sign, so that none begins an option.
    func readable(_ count: Int) -> String {
        let letters = Array("23456789abcdefghijkmnpqrstuvwxyz")
        return String(fill(count).map { letters[Int($0 & 31)] })
    }

    /// A number from 0 to 1.
    func fraction() -> Double { Double(number()) / Double(UInt64(1) << 48) }

    /// A number of 48 random bits, which JSON holds as it is.
    func number() -> Int { fill(6).reduce(0) { $0 << 8 | Int($1) } }

    /// A version 4 UUID.
    func uuid() -> UUID {
        var b = fill(16)
        b[6] = b[6] & 0x0F | 0x40
        b[8] = b[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            )
        )
    }

    /// A fresh identifier of an order: the second it was made in, then what no one can guess.
    ///
    /// By the second first, orders of one time stand side by side in every index, however many there are.
    func orderID(at now: Date) -> OrderID {
        let second = UInt32(truncatingIfNeeded: now.millisecondsSince1970 >> 10)
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: second >> $0) }
        return OrderID(rawValue: OrderID.prefix + Hexadecimal.encode(bytes) + base64(15))
    }
}

extension OrderID {
    fileprivate static let prefix = "ord_"

    /// Whether it has the form of the identifiers that this server gives; a team's own numbers have others.
    var isOfThisServer: Bool { rawValue.hasPrefix(Self.prefix) }
}
