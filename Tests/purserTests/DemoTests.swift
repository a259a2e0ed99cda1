// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

@Suite struct DemoTests {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    @Test func `the story holds from order to refund`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("demo", "--catalog", Self.catalog) == 0)
        #expect(terminal.errors == [])
        #expect(terminal.output.count == 11)
        #expect(terminal.output.last == "Every check held.")
    }

    @Test(arguments: [
        ("forged-document", "the app's transaction is accepted"),
        ("lost-acknowledgement", "Apple's notification pays the order"),
        ("duplicate-grant", "the entitlement was granted once, not 2 times"),
    ])
    func `a planted fault fails the story and is named`(fault: String, promise: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run("demo", "--catalog", Self.catalog, "--inject-fault", fault) == 1)
        #expect(terminal.errors.count == 1)
        #expect(terminal.errors.first?.contains(promise) == true)
    }

    @Test func `an unknown fault is refused with those that can be planted`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("demo", "--inject-fault", "gremlins") == 2)
        #expect(terminal.errors.first?.contains("forged-document") == true)
    }
}
