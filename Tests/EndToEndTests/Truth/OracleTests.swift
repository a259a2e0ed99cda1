// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Two writings of Apple's rules check each other only as long as neither reads the other.
@Suite struct OracleTests {
    private func modules(in text: String) -> Set<String> {
        let line = /(?m)^\s*(?:@\w+(?:\(\w+\))?\s+)?(?:public |package |internal |private )?import (\w+)/
        return Set(text.matches(of: line).map { String($0.1) })
    }

    @Test func `the oracle reads the App Store's books and knows no rule of the server`() throws {
        let known = modules(in: try Package.text("Tests/EndToEndTests/Truth/StoreTruth.swift"))
        let allowed: Set = [
            "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "FoundationEssentials", "SQLite",
        ]
        #expect(!known.isEmpty && known.isSubset(of: allowed), "it imports \(known.subtracting(allowed))")
    }

    @Test(arguments: ["AppStoreSimulator", "AppStoreSimulatorServer"])
    func `the App Store imports none of the server's rules`(target: String) throws {
        let folder = Package.root.appending(path: "Sources/" + target)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            count += 1
            let known = modules(in: try String(contentsOf: file, encoding: .utf8))
            #expect(known.isDisjoint(with: ["Commerce", "Persistence", "PurserServer"]), "\(file.lastPathComponent)")
        }
        #expect(count > 20)
    }
}
