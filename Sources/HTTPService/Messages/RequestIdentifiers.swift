// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Makes request ids: a random word per process, then a count.
///
/// They need not be secret; they must be different, short and quick to make.
public final class RequestIdentifiers: Sendable {
    /// The process's own.
    public static let shared = RequestIdentifiers(prefix: UInt32.random(in: .min ... .max))

    private let prefix: String
    private let count = Atomic<UInt64>(0)

    /// Makes a source whose ids begin with this word in hexadecimal digits.
    public init(prefix: UInt32) {
        self.prefix = String(prefix, radix: 16)
    }

    /// The next id.
    public func next() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(prefix)-\(String(number, radix: 16))"
    }

    /// A client's own id when it can be trusted to be in a log line: up to 64 letters, digits, `-`, `_` and `.`.
    static func accepted(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
            default: false
            }
        }
        return isPlain ? text : nil
    }
}
