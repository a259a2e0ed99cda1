// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserClient
import StoreKit

/// The shop's counter: says what there is, sells it, and brews.
struct Counter: Sendable {
    /// What the shop sells, and what it opens.
    static let map = EntitlementMap([
        .init(id: "coffee.beans.100", entitlements: []),
        .init(id: "coffee.grinder", entitlements: ["grinder"]),
        .init(id: "coffee.club.monthly", entitlements: ["club"]),
    ])

    /// How many beans a cup takes; with a grinder fewer are lost.
    private static let beansPerCup = (plain: 25, ground: 20)

    private let purser: Purser
    private let tin: BeanTin

    /// Opens the shop, which looks after purchases that an earlier run left open from here on.
    ///
    /// - Parameters:
    ///   - tin: The customer's beans.
    ///   - storage: Where purchases are kept until they are verified.
    init(tin: BeanTin, storage: (any PurserStorage)? = nil) {
        self.tin = tin
        var configuration = PurserConfiguration(onDevice: Self.map)
        configuration.storage = storage
        configuration.language = .english
        configuration.deliver = { delivery in
            guard delivery.product == "coffee.beans.100" else { return }
            try await tin.fill(100 * delivery.quantity, purchase: delivery.transaction)
        }
        purser = Purser(configuration)
    }

    /// Waits until what an earlier run left is looked after.
    func open() async { await purser.ready() }

    /// Does what a customer says, and answers.
    func answer(_ line: String) async -> String {
        let words = line.split(separator: " ").map(String.init)
        do {
            switch (words.first ?? "", words.dropFirst().first) {
            case ("menu", _): return try await menu()
            case ("buy", let product?): return try await buy(product)
            case ("brew", _): return try await brew()
            case ("shelf", _): return try await shelf()
            case ("restore", _): return try await restore()
            case ("wait", let days?): return try wait(days)
            default: return "menu · buy PRODUCT · brew · shelf · restore · wait DAYS · bye"
            }
        } catch {
            return error.localizedDescription
        }
    }

    private func menu() async throws -> String {
        let products = try await Product.products(for: Self.map.products.map(\.id))
        var lines: [String] = []
        for product in products.sorted(by: { $0.price < $1.price }) {
            let terms = try await purser.terms(of: product.id)
            lines.append("\(product.id): \(product.displayName). \(terms.text)")
        }
        return lines.joined(separator: "\n")
    }

    private func buy(_ product: String) async throws -> String {
        switch try await purser.purchase(product) {
        case .delivered(let purchase): "Thank you! \(purchase.product) is yours."
        case .pending: "Somebody has to allow this first."
        case .userCancelled: "Another time, then."
        }
    }

    private func brew() async throws -> String {
        if await purser.isEntitled(to: "club") { return "A cup on the house: you are in the club." }
        let hasGrinder = await purser.isEntitled(to: "grinder")
        let count = hasGrinder ? Self.beansPerCup.ground : Self.beansPerCup.plain
        return try await tin.take(count) ? "A cup; \(await tin.beans) beans left." : "Not enough beans."
    }

    private func shelf() async throws -> String {
        await purser.refreshEntitlements()
        let names = await purser.currentEntitlements.names.sorted()
        return "\(await tin.beans) beans; \(names.isEmpty ? "nothing else" : names.joined(separator: ", "))"
    }

    private func restore() async throws -> String {
        let restoration = await purser.restore()
        if let error = restoration.error, restoration.count == 0 { return error.localizedDescription }
        return "\(restoration.count) came back."
    }

    private func wait(_ days: String) throws -> String {
        #if os(Linux)
        guard let days = Double(days), days > 0, days < 4000 else { return "How many days?" }
        try StoreKitSimulator.advance(by: days * 86_400)
        return "Time flies."
        #else
        return "Only the store on Linux has a clock that turns."
        #endif
    }
}
