// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

@testable import PurserServer

/// The recorded contract, without the texts for readers: what clients in the field were made from.
struct ContractBaseline {
    static let folder = ReferencePage.root.appending(path: "Tests/PurserServerTests/Fixtures")
    static let file = folder.appending(path: "contract.json")
    /// The breaking changes that were accepted, each behind the changelog's sentence about it.
    static let acceptedFile = folder.appending(path: "accepted-contract-changes.tsv")

    /// The contract of a service, in the form that is recorded.
    static func contract(of routes: [Route]) -> JSONValue {
        withoutTexts(OpenAPIDocument(routes: routes).json)
    }

    static func recorded(in file: URL = file) throws -> JSONValue {
        try ServiceJSON.decode(from: Data(contentsOf: file))
    }

    static func record(_ contract: JSONValue) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(contract) + Data("\n".utf8)).write(to: file)
    }

    /// The accepted changes: the changelog's sentence and the change.
    static func accepted() throws -> [(sentence: String, change: String)] {
        try String(contentsOf: acceptedFile, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let parts = $0.split(separator: "\t", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    static func accept(_ changes: [BreakingChange], because sentence: String) throws {
        let lines = changes.map { "\(sentence)\t\($0)\n" }.joined()
        let handle = try FileHandle(forWritingTo: acceptedFile)
        defer { handle.closeFile() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(lines.utf8))
    }

    /// A member may have the name of a text for readers; within `properties` names are the contract's own.
    private static func withoutTexts(_ json: JSONValue, areNames: Bool = false) -> JSONValue {
        switch json {
        case .array(let elements): .array(elements.map { withoutTexts($0) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.filter { areNames || !["description", "summary"].contains($0.key) }
                        .map { ($0.key, withoutTexts($0.value, areNames: $0.key == "properties" && !areNames)) }
                )
            )
        default: json
        }
    }
}
