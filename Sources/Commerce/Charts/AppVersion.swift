// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A version of an app, such as 2.10 or 4711, ordered by its numbers.
public struct AppVersion: Hashable, Sendable, Comparable {
    /// The version as documents have it.
    public let text: String

    /// How many bytes a version has at most.
    public static let maximumLength = 64

    private let numbers: [Int]

    /// Reads a version of one to four numbers and what follows them, such as a letter.
    ///
    /// The result is `nil` for a text that does not begin with a number, is too long, or has control characters.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return nil
        }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        var numbers: [Int] = []
        for part in parts {
            guard let number = Int(part.prefix { $0.isASCII && $0.isNumber }) else { break }
            numbers.append(number)
        }
        guard !numbers.isEmpty else { return nil }
        // 2 and 2.0 are the same version.
        while numbers.last == 0 { numbers.removeLast() }
        self.text = text
        self.numbers = numbers
    }

    /// Orders by the numbers, one after the other.
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }

    /// The releases among versions: those that are above every version that was seen before.
    ///
    /// Devices with an old version are seen late, and are not a release.
    ///
    /// - Parameter versions: Versions with when each was first seen, in any order.
    /// - Returns: The releases in the order of time.
    public static func releases<Instant: Comparable>(
        among versions: [(version: AppVersion, instant: Instant)]
    ) -> [(version: AppVersion, instant: Instant)] {
        var newest: AppVersion?
        return versions.sorted(on: { $0.instant }, { $0.version }).filter { seen in
            guard newest.map({ $0 < seen.version }) ?? true else { return false }
            newest = seen.version
            return true
        }
    }
}
