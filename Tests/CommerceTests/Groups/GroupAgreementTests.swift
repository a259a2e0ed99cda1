// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Random crowds with seats, members, commitments and bundles in the simulator: its own books and these rules must agree.
@Suite struct GroupAgreementTests {
    /// The crowds that are played: PURSER_GROUP_SEEDS of them from PURSER_GROUP_SEED on, more in a long run.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["PURSER_GROUP_SEEDS"].flatMap(UInt64.init) ?? knownSeeds
        let first = environment["PURSER_GROUP_SEED"].flatMap(UInt64.init) ?? 1
        return Array(first..<first + count)
    }()

    /// How many crowds `make test` plays, whose lives are known to have all kinds of things.
    private static let knownSeeds: UInt64 = 6

    @Test(arguments: seeds)
    func `access, seats, members and money are the simulator's own, at any instant and in any order`(
        seed: UInt64
    ) throws {
        var property = try GroupProperty(seed: seed)
        try property.check()
        // A crowd need not have everything, such as a member; the crowds of `make test` do, which proves the comparisons.
        guard seed <= Self.knownSeeds else { return }
        let wanted = [
            "groups": 20, "additions": 5, "refunds": 2, "commitments": 10, "money": 30, "members": 5,
            "organizations": 1,
        ]
        for (kind, least) in wanted {
            #expect(property.compared[kind, default: 0] >= least, "\(kind): \(property.compared)")
        }
        for kind in ["assigned", "removed", "bundled"] {
            #expect(property.life.counts[kind, default: 0] > 0, "\(kind): \(property.life.counts)")
        }
    }

    @Test func `crowds are switched to bundles and leave them`() throws {
        var counts: [String: Int] = [:]
        for seed in Self.seeds.prefix(3) {
            var life = try GroupLife(seed: seed, customers: 30)
            life.play(until: .utc("2027-12-01"))
            counts.merge(life.counts) { $0 + $1 }
        }
        #expect(counts["switched", default: 0] > 0 && counts["unbundled", default: 0] > 0, "\(counts)")
    }

    @Test(arguments: PlantedGroupBug.allCases)
    func `a mistake about groups, commitments or bundles is found`(bug: PlantedGroupBug) throws {
        let isFound = try (UInt64(1)...12).contains { seed in
            var property = try GroupProperty(seed: seed, bug: bug)
            do {
                try property.check()
                return false
            } catch is GroupProperty.Disagreement {
                return true
            }
        }
        #expect(isFound, "no crowd notices \(bug)")
    }
}
