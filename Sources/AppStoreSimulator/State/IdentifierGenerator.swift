// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Makes the numbers and UUIDs that Apple would, from the seed alone.
struct IdentifierGenerator: Sendable, Codable {
    private var generator: SeededGenerator
    private var production: TransactionKey
    private var sandbox: TransactionKey
    private var xcode: TransactionKey = 0
    private var orderItem: UInt64
    private var download: UInt64

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        production = 300_000_000_000_000 + generator.next() % 600_000_000_000_000
        sandbox = 2_000_000_100_000_000 + generator.next() % 800_000_000
        orderItem = generator.next() % 100_000_000
        download = 704_000_000_000_000_000 + generator.next() % 1_000_000_000_000_000
    }

    /// Transactions of StoreKit testing are counted from zero; Apple's are long and have gaps.
    mutating func transaction(in environment: Environment) -> TransactionKey {
        switch environment {
        case .production:
            production += 1 + generator.next() % 97
            return production
        case .sandbox:
            sandbox += 1 + generator.next() % 97
            return sandbox
        default:
            defer { xcode += 1 }
            return xcode
        }
    }

    mutating func webOrderLineItem(in environment: Environment) -> WebOrderLineItemID {
        orderItem += 1 + generator.next() % 13
        let first: UInt64 = environment == .production ? 300_000_000_000_000 : 2_000_000_000_000_000
        return WebOrderLineItemID(rawValue: String(first + orderItem))
    }

    mutating func appTransaction() -> AppTransactionID {
        download += 1 + generator.next() % 1_000_003
        return AppTransactionID(rawValue: String(download))
    }

    mutating func uuid() -> UUID {
        let high = generator.next()
        let low = generator.next()
        func byte(_ word: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (UInt64(index) * 8)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6) & 0x0F | 0x40, byte(high, 7),
                byte(low, 0) & 0x3F | 0x80, byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            )
        )
    }
}
