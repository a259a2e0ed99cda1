// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient
import StoreKit

// The code of the library's articles, so that it compiles; `DocumentedCodeTests` looks for it here.

/// What an app has besides, as far as the articles name it.
private struct Account {
    var id: String
}

private struct Backend {
    func token(for customer: String) async throws -> String? { nil }
}

@MainActor
private final class Page {
    var status = ""
    var text = ""
}

/// What an app without a server gives out itself.
private actor Purse {
    func add(_ count: Int, for transaction: String) throws {}
}

private func ask(_ question: String) async -> Bool { false }
private func celebrate(_ purchase: Purchase) {}
private func say(_ text: String) {}
private func show(_ entitlements: Entitlements) {}
private func warn() {}

private func beginning(address: URL, account: Account) -> Purser {
    var configuration = PurserConfiguration(server: address, key: "pk_…")
    configuration.customer = account.id
    let purser = Purser(configuration)
    return purser
}

private func listening(_ purser: Purser) async {
    await purser.startLiveUpdates()  // in the foreground
    await purser.stopLiveUpdates()  // in the background
}

private func buying(_ purser: Purser) async throws {
    switch try await purser.purchase("gems.100") {
    case .delivered(let purchase): celebrate(purchase)
    case .pending: say("It waits for a parent.")
    case .userCancelled: break
    }

    for await change in purser.entitlements { show(change.current) }

    let restoration = await purser.restore()
    print(restoration)
}

private func asking(_ configuration: inout PurserConfiguration, backend: Backend) {
    configuration.shouldRetry = { question in await ask(question.error.text(in: .english)) }
    configuration.shouldPurchaseDespiteConflict = { warning in await ask(warning.text()) }
    configuration.customerToken = { customer in try await backend.token(for: customer) }
}

private func withoutAnAccount(
    _ configuration: inout PurserConfiguration,
    _ purser: Purser,
    backend: Backend,
    account: Account
) async throws {
    configuration.allowsAnonymousCustomers = true
    configuration.customerToken = { customer in try await backend.token(for: customer) }

    try await purser.purchase("coffee.club.gold.monthly")
    if await purser.isAnonymous { await purser.signIn(account.id) }
}

@MainActor
private func opening(_ purser: Purser, page: Page, label: Page) async throws {
    await purser.recoverUnfinishedOrders { step in Task { @MainActor in page.status = step.text() } }
    let terms = try await purser.terms(of: "club.monthly")
    label.text = terms.text  // Free for 1 week. Then $4.99 every month, renewing until you cancel.
}

@MainActor
private func leaving(_ purser: Purser, scene: UIWindowScene) async throws {
    guard try await purser.prepareAccountDeletion(in: scene).isEmpty else { return warn() }
}

@MainActor
private func looking(_ purser: Purser, page: Page) async {
    let entitlements = await purser.currentEntitlements
    if entitlements["club"] != nil { page.text = "Welcome to the club." }
}

final class Shopkeeper: PurserDelegate {
    func purser(_ purser: Purser, entitlementsChanged change: EntitlementChange) { show(change.current) }
}

private func notifying(_ purser: Purser, keeper: Shopkeeper) {
    purser.setDelegate(keeper)
    purser.purchase("gems.100") { result in
        if case .success(.delivered(let purchase)) = result { celebrate(purchase) }
    }
}

private func alone(_ purse: Purse) -> Purser {
    let entitlements = EntitlementMap([.init(id: "club.monthly", entitlements: ["club"])])
    var configuration = PurserConfiguration(onDevice: entitlements)
    configuration.deliver = { delivery in try await purse.add(delivery.quantity, for: delivery.transaction) }
    return Purser(configuration)
}
