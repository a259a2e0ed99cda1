// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
public import PurserClient
public import SwiftUI

/// The customer's subscriptions: state, the date on which each renews or ends, seats and commitment.
///
/// It follows the customer's entitlements, so a purchase, a renewal or a refund changes it without a call.
public struct SubscriptionStatusView: View {
    private let purser: Purser
    private let texts: UIText
    private let name: (CustomerSubscription) -> String
    @State private var subscriptions: [CustomerSubscription]?
    @State private var notice: String?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - purser: Knows the subscriptions.
    ///   - language: The language of texts (default: the Purser's).
    ///   - name: The name of a subscription for the customer (default: the product identifier).
    public init(
        _ purser: Purser,
        language: PurserLanguage? = nil,
        name: @escaping (CustomerSubscription) -> String = { $0.product }
    ) {
        self.purser = purser
        texts = UIText(language ?? purser.language)
        self.name = name
    }

    /// The subscriptions.
    public var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let subscriptions {
                if subscriptions.isEmpty { Text(verbatim: texts.noSubscription) }
                ForEach(subscriptions) { row($0) }
            } else if notice == nil {
                ProgressView()
            }
            if let notice { Text(verbatim: notice).foregroundColor(.secondary) }
        }
        .task {
            await load()
            for await _ in purser.entitlements { await load() }
        }
    }

    private func row(_ subscription: CustomerSubscription) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: name(subscription)).font(.headline)
            Text(verbatim: texts.state(of: subscription))
            if !subscription.text(in: texts.language).isEmpty {
                Text(verbatim: subscription.text(in: texts.language)).font(.footnote).foregroundColor(.secondary)
            }
        }
    }

    private func load() async {
        do {
            subscriptions = try await purser.subscriptions()
            notice = nil
        } catch let error as PurserError where error.code == .notSignedIn {
            (subscriptions, notice) = ([], nil)
        } catch {
            notice = texts.text(of: error)
        }
    }
}
