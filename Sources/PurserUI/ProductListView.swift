// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import PurserClient
public import SwiftUI

/// The products that the team sells: name, description, terms, and a button with the price.
///
/// The server's catalog decides the order and the texts, the App Store the prices. A purchase is handled by the ``Purser``
/// from the order to the delivery.
///
/// ```swift
/// ProductListView(purser) { product, result in celebrate(product, result) }
/// ```
public struct ProductListView: View {
    /// What the list shows.
    private enum Content {
        case loading
        case products([ProductListing])
        case failed(String)
    }

    private let purser: Purser
    private let texts: UIText
    private let identifiers: Set<String>?
    private let completion: (ProductListing, Result<PurchaseResult, any Error>) -> Void
    @State private var content = Content.loading
    @State private var buying: String?
    @State private var notice: String?

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - purser: Sells the products.
    ///   - language: The language of texts (default: the Purser's).
    ///   - identifiers: The products to show (default: all).
    ///   - completion: Called after each purchase, also a canceled or failed one. The list shows errors itself.
    public init(
        _ purser: Purser,
        language: PurserLanguage? = nil,
        only identifiers: Set<String>? = nil,
        completion: @escaping (ProductListing, Result<PurchaseResult, any Error>) -> Void = { _, _ in }
    ) {
        self.purser = purser
        texts = UIText(language ?? purser.language)
        self.identifiers = identifiers
        self.completion = completion
    }

    /// The list.
    public var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            switch content {
            case .loading: ProgressView()
            case .failed(let text):
                Text(verbatim: text)
                Button(action: retry) { Text(verbatim: texts.tryAgain) }
            case .products(let products):
                if products.isEmpty { Text(verbatim: texts.noProducts) }
                ForEach(products) { row($0) }
            }
            if let notice { Text(verbatim: notice).foregroundColor(.secondary) }
        }
        .task { await load() }
    }

    private func row(_ product: ProductListing) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: product.name).font(.headline)
            if let description = product.description { Text(verbatim: description) }
            Text(verbatim: product.terms.text).font(.footnote).foregroundColor(.secondary)
            Button(action: { Task { await buy(product) } }) { Text(verbatim: product.price) }
                .disabled(buying != nil)
                .accessibilityLabel(Text(verbatim: texts.buy(product.name, for: product.price)))
        }
    }

    private func retry() {
        content = .loading
        Task { await load() }
    }

    private func load() async {
        do {
            let products = try await purser.products(in: texts.language)
            content = .products(products.filter { identifiers?.contains($0.id) ?? true })
        } catch {
            content = .failed(texts.text(of: error))
        }
    }

    private func buy(_ product: ProductListing) async {
        guard buying == nil else { return }
        (buying, notice) = (product.id, nil)
        let result: Result<PurchaseResult, any Error>
        do {
            let ended = try await purser.purchase(product.id)
            if case .pending = ended { notice = texts.pending }
            result = .success(ended)
        } catch {
            notice = texts.text(of: error)
            result = .failure(error)
        }
        buying = nil
        completion(product, result)
    }
}
