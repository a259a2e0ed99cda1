// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import PurserServer

/// The gate of the contract: it never breaks a client by accident.
///
/// `RECORD=1` records what was added. A breaking change needs a sentence in the changelog and `Scripts/contract accept`.
@Suite(.serialized) struct ContractBaselineTests {
    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func contract() async throws -> JSONValue {
        ContractBaseline.contract(of: try await TestShop().service.routes)
    }

    @Test func `the contract breaks no client of the recorded one`() async throws {
        let present = try await contract()
        let changes = ContractComparison(base: try ContractBaseline.recorded(), present: present).changes
        if let sentence = Self.variable("PURSER_ACCEPTED_CONTRACT_CHANGE") {
            try ContractBaseline.accept(changes, because: sentence)
            try ContractBaseline.record(present)
        } else {
            let list = changes.map(\.description).joined(separator: "\n")
            #expect(
                changes.isEmpty,
                "\(list)\nIf it is on purpose: Scripts/contract accept 'SENTENCE OF THE CHANGELOG'"
            )
            if changes.isEmpty, Self.variable("RECORD") == "1" { try ContractBaseline.record(present) }
        }
        #expect(try ContractBaseline.recorded() == present, "run this test with RECORD=1")
    }

    @Test func `the changelog has the sentence of every accepted breaking change`() throws {
        let changelog = try String(contentsOf: ReferencePage.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        for (sentence, change) in try ContractBaseline.accepted() {
            #expect(changelog.contains(sentence), "\(change)")
            #expect(!change.isEmpty, "\(sentence)")
        }
    }

    /// `Scripts/contract check TAG` gives the contract that a release recorded.
    @Test(.enabled(if: variable("PURSER_CONTRACT_BASE") != nil))
    func `the contract breaks no client of a release, unless it was accepted`() async throws {
        let file = try #require(Self.variable("PURSER_CONTRACT_BASE"))
        let accepted = Set(try ContractBaseline.accepted().map(\.change))
        let base = try ContractBaseline.recorded(in: URL(filePath: file))
        let changes = ContractComparison(base: base, present: try await contract()).changes.map(\.description)
        let unexpected = changes.filter { !accepted.contains($0) }
        #expect(unexpected.isEmpty, "\(unexpected.joined(separator: "\n"))")
    }

    @Test func `the recorded contract keeps a member that is called like a text for readers`() async throws {
        let contract = try await contract()
        let named = contract["components"]?["schemas"]?.members?.values.contains {
            $0["properties"]?["description"] != nil || $0["properties"]?["summary"] != nil
        }
        let recorded = try ContractBaseline.recorded()
        #expect(recorded["paths"]?["/v1/orders"]?["post"]?["summary"] == nil)
        #expect(recorded["paths"]?["/v1/orders"]?["post"]?["operationId"] == "createOrder")
        #expect(
            named
                == recorded["components"]?["schemas"]?.members?.values.contains {
                    $0["properties"]?["description"] != nil || $0["properties"]?["summary"] != nil
                }
        )
    }
}
