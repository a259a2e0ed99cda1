// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import PurserClient
import PurserUI
public import SwiftUI

/// The page on which customers buy, see their subscriptions, and restore.
public struct ShopScreen: View {
    private let model: PurchaseModel
    private let language: PurserLanguage
    @State private var greeting: String?

    /// Makes the page.
    public init(_ model: PurchaseModel, language: PurserLanguage? = nil) {
        self.model = model
        self.language = language ?? model.purser.language
    }

    /// The page.
    public var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            if let greeting { Text(verbatim: greeting).font(.title) }
            ProductListView(model.purser, language: language)
            SubscriptionStatusView(model.purser, language: language)
            RestoreButton(model.purser, language: language)
        }
        .padding()
        .task {
            // At once what is known, then each change: a purchase, a renewal, a refund.
            for await change in model.purser.entitlements { greet(change.current) }
        }
        .liveUpdates(of: model.purser)
    }

    private func greet(_ entitlements: Entitlements) {
        let isMember = entitlements.names.contains { $0.contains("club") }
        greeting = isMember ? (language == .english ? "Welcome to the club" : "欢迎来到俱乐部") : nil
    }
}
