// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How the sums of a series are stored: those of 32 days together, each place as its distance from the one before.
extension ChartTotals.Place {
    /// The days that are stored together.
    package var block: Int32 { day >> 5 }
}

/// Sums of one series in the order of their places.
package enum ChartSums {
    /// Whether each sum fits into 64 bits, as the first byte says.
    private enum Form { static let narrow: UInt8 = 1, wide: UInt8 = 2 }

    /// The sums as bytes.
    package static func bytes(of sums: [ChartTotals.Place: ExactSum]) -> [UInt8] {
        let isNarrow = sums.values.allSatisfy { $0.exactly != nil }
        var bytes = [isNarrow ? Form.narrow : Form.wide]
        bytes.reserveCapacity(sums.count * 8)
        var day: Int64 = 0
        for (place, sum) in sums.sorted(on: { $0.key }) {
            append(Int64(place.day) - day, to: &bytes)
            append(Int64(place.detail), to: &bytes)
            append(Int64(bitPattern: sum.low), to: &bytes)
            if !isNarrow { append(sum.high, to: &bytes) }
            day = Int64(place.day)
        }
        return bytes
    }

    /// Reads sums, each in turn.
    ///
    /// - Returns: Whether the bytes could be read to their end.
    package static func forEach(in bytes: [UInt8], _ body: (ChartTotals.Place, ExactSum) -> Void) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let form = bytes.first, form == Form.narrow || form == Form.wide else { return false }
            var place = 1
            var day: Int64 = 0
            while place < bytes.count {
                guard let step = next(bytes, &place), let detail = next(bytes, &place), let low = next(bytes, &place)
                else { return false }
                var sum = ExactSum(low)
                if form == Form.wide {
                    guard let high = next(bytes, &place) else { return false }
                    sum = ExactSum(high: high, low: UInt64(bitPattern: low))
                }
                day = day &+ step
                body(
                    ChartTotals.Place(day: Int32(truncatingIfNeeded: day), detail: Int32(truncatingIfNeeded: detail)),
                    sum
                )
            }
            return true
        }
    }

    /// A number of either sign, small ones in few bytes.
    private static func append(_ value: Int64, to bytes: inout [UInt8]) {
        let twice = UInt64(bitPattern: value << 1)
        var rest = value < 0 ? ~twice : twice
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func next(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while place < bytes.count, shift < 70 {
            let byte = bytes[place]
            place += 1
            number |= UInt64(byte & 127) << shift
            guard byte > 127 else { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
            shift += 7
        }
        return nil
    }
}
