// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKitTest
import Testing

/// What Apple's modules bring along: this file imports the test module alone.
@Suite struct ImportTests {
    @Observable final class Shelf {
        var products: [Product] = []
        var isOpen = false
    }

    @Test func `the test module brings StoreKit, and StoreKit observation`() async {
        let shelf = Shelf()
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = shelf.isOpen
        } onChange: {
            continuation.yield()
        }
        // A value that does not change is not told of.
        shelf.isOpen = true
        continuation.finish()
        var count = 0
        for await _ in told { count += 1 }
        #expect(count == 1)
    }

    @Test func `a localized text is the key where a bundle has none`() {
        let (beans, share, name) = (3, 0.5, "Mocha")
        #expect(String(localized: "Restore failed.") == "Restore failed.")
        #expect(String(localized: "100% \(name), \(beans) beans", comment: "a bag") == "100% Mocha, 3 beans")
        #expect(String(localized: "share", defaultValue: "\(share) of \(name)") == "0.5 of Mocha")
    }
}
