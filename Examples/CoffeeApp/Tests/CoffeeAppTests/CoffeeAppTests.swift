// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CoffeeApp
import Foundation
import PurserClient
import StoreKit
import SwiftUI
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app with a running server and simulator; `Scripts/examples` starts both.
@Suite(.serialized) @MainActor struct CoffeeAppTests {
    private struct Missing: Error, CustomStringConvertible {
        var description: String {
            "PURSER_URL, PURSER_KEY and STOREKIT_SIMULATOR_URL are not set. Run the tests through Scripts/examples."
        }
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else { throw Missing() }
        return value
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coffee-app-\(UUID())")

    private func model() async throws -> PurchaseModel {
        let url = try #require(URL(string: Self.variable("PURSER_URL")))
        let server = PurchaseModel.Server(url: url, key: try Self.variable("PURSER_KEY"))
        let model = PurchaseModel(server) { configuration in
            configuration.storage = FileStorage(folder: folder)
            configuration.language = .english
        }
        await model.purser.ready()
        return model
    }

    /// Waits until the screen shows something.
    private func until(_ what: String, _ isSo: () -> Bool) async throws {
        for _ in 0..<2000 {
            if isSo() { return }
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        Issue.record("\(what) did not happen")
    }

    /// Does something as a tester on the simulator's page.
    private func control(_ path: String) async throws {
        let address = try Self.variable("STOREKIT_SIMULATOR_URL") + "/simulator/v1" + path
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("{}".utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        #expect((200..<300).contains(status), "\(path): \(status)")
    }

    @Test func `the screen sells, shows the subscription, and hears of a refund`() async throws {
        let model = try await model()
        let products = try await model.purser.products()
        let silver = try #require(products.first { $0.id == "coffee.club.silver.monthly" })
        #expect(products.filter { $0.price == silver.price }.count == 1)
        let screen = StoreKitSimulator.Screen(ShopScreen(model))
        await screen.appear()
        try await until("the products are shown") { screen.texts.contains(silver.name) }
        #expect(screen.texts.contains(silver.terms.text))
        try await until("there is no subscription") { screen.texts.contains("No subscription") }
        #expect(!screen.texts.contains("Welcome to the club"))

        try screen.press(silver.price)
        try await until("the customer is welcome") { screen.texts.contains("Welcome to the club") }
        try await until("the subscription renews") { screen.texts.contains { $0.hasPrefix("Active. Renews on ") } }
        #expect(await model.isClubMember())
        #expect(await model.purser.isAnonymous)

        try screen.press("Restore purchases")
        try await until("it is restored") { screen.texts.contains("1 purchase was restored.") }

        let bought = try #require(await StoreKit.Transaction.latest(for: silver.id)?.unsafePayloadValue)
        try await control("/transactions/\(bought.id)/refund")
        try await until("the refund is known") { !screen.texts.contains("Welcome to the club") }
        try await until("the subscription is refunded") {
            screen.texts.contains("Refunded. Access has ended.")
        }
        screen.disappear()
    }

    @Test func `the screen is in Chinese, too`() async throws {
        let model = try await model()
        let screen = StoreKitSimulator.Screen(ShopScreen(model, language: .simplifiedChinese))
        await screen.appear()
        try await until("the products are shown") { screen.texts.contains("银卡") }
        #expect(screen.buttons.contains("恢复购买"))
        screen.disappear()
    }
}
