// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Testing

/// The shop that the tests buy in.
enum Shop {
    static let coins = "shop.coins"
    static let lamp = "shop.lamp"
    static let season = "shop.season"
    static let gold = "shop.club.gold"
    static let goldYear = "shop.club.gold.year"
    static let silver = "shop.club.silver"
    static let club = "7E570100"

    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Shop.storekit")

    static func session() throws -> SKTestSession {
        let session = try SKTestSession(contentsOf: file)
        session.disableDialogs = true
        return session
    }

    /// A session whose configuration file is another one.
    static func session(_ change: (inout StoreKitFile) -> Void) throws -> SKTestSession {
        var changed = try StoreKitFile(contents: Data(contentsOf: file))
        change(&changed)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).storekit")
        try changed.contents().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try SKTestSession(contentsOf: url)
    }

    static func product(_ id: String) async throws -> Product {
        try #require(try await Product.products(for: [id]).first)
    }

    /// Buys, and expects it to succeed.
    @discardableResult
    static func buy(_ id: String, options: Set<Product.PurchaseOption> = []) async throws -> Transaction {
        guard case .success(let result) = try await product(id).purchase(options: options) else {
            throw SKError(.unknown)
        }
        return try result.payloadValue
    }
}

/// All elements of a sequence that has an end.
func all<Elements: AsyncSequence>(_ elements: Elements) async throws -> [Elements.Element] {
    var found: [Elements.Element] = []
    for try await element in elements { found.append(element) }
    return found
}

/// Runs something in a task that is canceled already.
func inCanceledTask<Result: Sendable>(_ body: sending @escaping () async throws -> Result) async throws -> Result {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body()
    }
    return try await task.value
}

/// The next element of a sequence that has none yet, or nil when none comes for a long time.
func first<Elements: AsyncSequence & Sendable>(
    of elements: Elements,
    where isWanted: @escaping @Sendable (Elements.Element) -> Bool = { _ in true }
) async -> Elements.Element? where Elements.Element: Sendable {
    await withTaskGroup(of: Elements.Element?.self) { group in
        group.addTask {
            var iterator = elements.makeAsyncIterator()
            while let element = try? await iterator.next() {
                if isWanted(element) { return element }
            }
            return nil
        }
        group.addTask {
            // Only a test that fails waits as long as this.
            try? await Task.sleep(for: .seconds(20))
            return nil
        }
        let found = await group.next() ?? nil
        group.cancelAll()
        return found
    }
}
