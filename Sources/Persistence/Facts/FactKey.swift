// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// What a fact is known again by: the digest of the bytes it was made from and, where these say when they were signed,
/// that second.
///
/// A digest looks like chance. By the second first, what is said now is indexed beside what was said just before, and
/// an intake changes the few pages where the newest keys stand, however many there are. By the minute, the keys of a minute
/// with many notifications would be spread over thousands of pages.
package struct FactKey: Hashable, Sendable {
    /// The second that the bytes tell, of 1,024 milliseconds, counted from 1970; zero when the same bytes can come
    /// with another.
    package let second: UInt32

    /// The digest.
    package let digest: FactDigest

    private init(second: UInt32, digest: FactDigest) {
        self.second = second
        self.digest = digest
    }

    /// The key of what was said at an instant.
    package init(_ kind: FactKind, said: Date, digest: FactDigest) {
        let isReported = [
            .transaction, .renewalInfo, .notification, .appTransaction, .command, .storeStatement,
        ].contains(kind)
        let second = isReported ? UInt32(truncatingIfNeeded: said.millisecondsSince1970 >> 10) : 0
        self.init(second: second, digest: digest)
    }

    /// The key of a fact.
    package init(_ fact: Fact) {
        self.init(fact.kind, said: fact.order.instant, digest: fact.digest)
    }

    /// The key of the fact that an answer rests on.
    package init(_ evidence: Evidence) {
        self.init(evidence.kind, said: evidence.instant, digest: evidence.digest)
    }
}

extension FactKey {
    /// The key in 36 bytes, the second first.
    package var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: second >> $0) } + digest.bytes
    }

    /// Reads a key; a digest alone has no second.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 || bytes.count == 36, let digest = FactDigest(bytes.suffix(32)) else { return nil }
        self.init(second: bytes.dropLast(32).reduce(0) { $0 << 8 | UInt32($1) }, digest: digest)
    }

    /// The key in 72 hexadecimal digits, as the console's addresses name a document.
    package var hexadecimal: String {
        let digits = String(second, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits + digest.hexadecimal
    }

    /// Reads a key; the 64 digits of a digest alone have no second.
    package init?(hexadecimal text: String) {
        guard text.utf8.count == 64 || text.utf8.count == 72,
            let digest = FactDigest(hexadecimal: String(text.suffix(64)))
        else { return nil }
        let digits = text.dropLast(64)
        guard digits.allSatisfy(\.isHexDigit), let second = digits.isEmpty ? 0 : UInt32(digits, radix: 16) else {
            return nil
        }
        self.init(second: second, digest: digest)
    }
}
