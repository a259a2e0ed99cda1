// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The CPU time that inputs cost for each byte.
///
/// An input beyond the bound is a finding.
public enum Cost {
    /// The time that any input may cost, in nanoseconds: a signature, a key, a certificate.
    private static let start: UInt64 = 100_000_000

    /// The time that each byte may cost besides, in nanoseconds; with the sanitizers code is some ten times slower.
    private static let bound = number("FUZZ_NANOSECONDS_PER_BYTE") ?? 5000

    /// Shorter inputs say little about a byte: what every input costs hides it.
    private static let shortest = 4096

    // The fuzzer runs its inputs one after another on one thread.
    private nonisolated(unsafe) static var bytes: UInt64 = 0
    private nonisolated(unsafe) static var time: UInt64 = 0
    private nonisolated(unsafe) static var worst: UInt64 = 0
    private nonisolated(unsafe) static var longest = 0
    /// How often the present input has been read: some programs read each as many types.
    private nonisolated(unsafe) static var readings: UInt64 = 0

    /// Counts one more reading of the present input.
    static func countReading() { readings += 1 }

    /// Runs the work for an input of so many bytes and checks its cost.
    public static func measure(_ count: Int, _ work: () -> Void) {
        readings = 0
        var spent = timed(work)
        let read = UInt64(count) * max(1, readings)
        bytes += read
        time += spent
        longest = max(longest, count)
        let allowed = start + bound * read
        // Once more: the first time may have prepared something, or the machine was busy.
        if spent > allowed { spent = min(spent, timed(work)) }
        if count >= shortest { worst = max(worst, spent / read) }
        check(
            spent <= allowed,
            "an input of \(count) bytes costs \(spent / 1_000_000) ms; at most \(allowed / 1_000_000) ms are allowed"
        )
    }

    /// Writes the figures when the program ends.
    public static func reportAtExit() {
        atexit {
            let average = Cost.bytes == 0 ? 0 : Cost.time / Cost.bytes
            let line = "cost: \(average) ns a byte on average, \(Cost.worst) at most, longest input \(Cost.longest)\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    private static func timed(_ work: () -> Void) -> UInt64 {
        let begun = now()
        work()
        return now() - begun
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }
}

/// Long inputs, made of good ones: what costs more than its bytes shows when a piece is there very often.
public enum Growth {
    /// As long as a body may be.
    public static let limit = 2 << 20

    /// Calls a closure with each of the inputs; they are made one at a time.
    public static func each(of seeds: [Data], _ body: ([UInt8]) -> Void) {
        for input in crowds { body(input) }
        if let crowded = seeds.lazy.compactMap({ crowded(Array($0)) }).first { body(crowded) }
        for seed in seeds.prefix(8) where !seed.isEmpty {
            let bytes = Array(seed)
            var random = UInt64(bytes.count)
            func next(_ bound: Int) -> Int {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(random >> 33) % bound
            }
            for length in [1, 2, 3, 8, 17, 40, 100, 300] {
                let from = next(bytes.count)
                let to = min(bytes.count, from + length)
                // Short enough for minutes; what is slower than linear costs far too much for 128 KiB, too.
                body(repeated(bytes[from..<to], times: (limit / 16) / max(1, to - from), in: bytes, at: to))
            }
        }
    }

    private static func repeated(_ piece: ArraySlice<UInt8>, times: Int, in bytes: [UInt8], at place: Int) -> [UInt8] {
        var text = Array(bytes[..<place])
        text.reserveCapacity(limit + bytes.count)
        for _ in 0..<times { text += piece }
        return text + bytes[place...]
    }

    /// An object with as many further members as fit, each with a name of its own.
    private static func crowded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
        return bytes.dropLast() + members(first: ",") + [UInt8(ascii: "}")]
    }

    private static func members(first: String) -> [UInt8] {
        var text = Array((first + #""m":0"#).utf8)
        text.reserveCapacity(limit)
        var number = 0
        while text.count < limit - 4096 {
            number += 1
            text += Array(#","m\#(number)":\#(number)"#.utf8)
        }
        return text
    }

    /// JSON of many members, elements, levels, digits and escapes.
    private static var crowds: [[UInt8]] {
        [
            Array("{".utf8) + members(first: "") + Array("}".utf8),
            Array(("[" + String(repeating: "0,", count: limit / 2 - 8) + "0]").utf8),
            Array(("[" + String(repeating: "{},", count: limit / 3 - 8) + "0]").utf8),
            Array(String(repeating: "[", count: limit).utf8),
            Array(String(repeating: #"{"a":"#, count: limit / 5).utf8),
            Array(String(repeating: "9", count: limit).utf8),
            Array(("\"" + String(repeating: #"\u00e9"#, count: limit / 6 - 8) + "\"").utf8),
            Array(("\"" + String(repeating: "\\", count: limit - 8) + "\"").utf8),
        ]
    }
}
