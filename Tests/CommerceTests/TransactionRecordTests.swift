// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import Commerce

/// What a record of a transaction learns from another statement, and whether it says that it learned it.
@Suite struct TransactionRecordTests {
    private static func date(_ second: Int64) -> Date { Date(millisecondsSince1970: second * 1000) }

    private static func transaction(revoked second: Int64? = nil) -> Transaction {
        Transaction(
            id: "1",
            originalTransactionID: "1",
            productID: "monthly",
            productType: .autoRenewableSubscription,
            purchaseDate: date(0),
            expirationDate: date(100),
            revocation: second.map { Revocation(date: date($0)) }
        )
    }

    /// The source of a statement at a second.
    private static func evidence(_ second: Int64, _ rank: FactRank = .signed) -> Evidence {
        let digest = FactDigest.of("\(second) \(rank)")
        return Evidence(
            kind: .transaction,
            order: FactOrder(instant: date(second), rank: rank, digest: digest),
            digest: digest
        )
    }

    private static func record(_ second: Int64, _ rank: FactRank = .signed) -> TransactionRecord {
        TransactionRecord(transaction(), evidence: evidence(second, rank))
    }

    @Test func `a statement that is known changes nothing`() {
        var record = Self.record(1)
        let changes = [record.add(Self.transaction(), evidence: Self.evidence(1)), record.add(Self.record(1))]
        #expect(changes == [false, false])
    }

    @Test func `another record's newest statement counts if it is later`() {
        var (record, other) = (Self.record(1), Self.record(1))
        let changes = [
            other.add(Self.transaction(), evidence: Self.evidence(2)), record.add(other), record.add(other),
        ]
        #expect(changes == [true, true, false])
        #expect(record.newest.evidence == Self.evidence(2) && record.first.evidence == Self.evidence(1))
    }

    @Test func `another record's signed statement is kept between two that Apple only answered`() {
        var (record, other) = (Self.record(1, .answered), Self.record(1, .answered))
        for added in [Self.evidence(2), Self.evidence(3, .answered)] {
            _ = other.add(Self.transaction(), evidence: added)
        }
        _ = record.add(Self.transaction(), evidence: Self.evidence(3, .answered))
        #expect(record.newestSigned == nil)
        let changes = [record.add(other), record.add(other)]
        #expect(changes == [true, false])
        #expect(record.newestSigned?.evidence == Self.evidence(2))
        #expect(record.newest.evidence == Self.evidence(3, .answered))
    }

    @Test func `a statement between others counts only for when it reported a revocation first`() {
        var record = Self.record(1)
        let changes = [
            record.add(Self.transaction(revoked: 8), evidence: Self.evidence(9)),
            // Signed by a clock that is behind: before the date of the revocation.
            record.add(Self.transaction(revoked: 8), evidence: Self.evidence(6)),
            record.add(Self.transaction(revoked: 8), evidence: Self.evidence(6)),
            record.add(Self.transaction(revoked: 8), evidence: Self.evidence(7)),
            record.add(Self.transaction(), evidence: Self.evidence(5)),
        ]
        #expect(changes == [true, true, false, false, false])
        #expect(record.firstSigning(of: Revocation(date: Self.date(8))) == Self.date(6))
    }

    static let statements: [([FactRank], Bool)] = [
        ([.signed], true), ([.answered], true), ([.answered, .answered], true), ([.answered, .signed], true),
        ([.signed, .answered], false), ([.signed, .answered, .signed], true),
    ]

    @Test(arguments: statements)
    func `the newest statement says all that is known, unless Apple only answered it after it signed one`(
        ranks: [FactRank],
        isWhole: Bool
    ) {
        var record = Self.record(1, ranks[0])
        for (second, rank) in ranks.enumerated().dropFirst() {
            _ = record.add(Self.transaction(), evidence: Self.evidence(Int64(second) + 1, rank))
        }
        #expect(record.isNewestWhole == isWhole)
    }
}
