// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Views) public import StoreKit

extension StoreKitSimulator {
    /// A store on a screen: a `StoreView`, a `ProductView` or a `SubscriptionStoreView`, as its customer sees it.
    @MainActor
    public final class ShownStore {
        enum Contents: Hashable {
            case products([Product.ID])
            case given([Product])
            case group(String, Product.SubscriptionRelationship)
        }

        /// How far the loading of its products is.
        public private(set) var state = Product.CollectionTaskState.loading

        /// The products that the customer has, by their identifiers.
        public private(set) var entitledProductIDs: Set<Product.ID> = []

        private var contents: Contents
        private var settings = StoreSettings()
        private weak var tree: ViewTree?

        init(_ contents: Contents, on tree: ViewTree) {
            self.contents = contents
            self.tree = tree
        }

        /// The products, once they are there, in the order in which they are shown.
        public var products: [Product] { state.products }

        /// The buttons that it has besides those to buy.
        public var visibleButtons: Set<StoreButtonKind> {
            var visible = Set(settings.buttons.filter { $0.value == .visible }.keys)
            if settings.signIn != nil, settings.buttons[.signIn] != .hidden { visible.insert(.signIn) }
            return visible
        }

        /// Where the app's policies are.
        public var policyURLs: [SubscriptionStorePolicyKind: URL] { settings.policies }

        /// The customer buys a product.
        ///
        /// What the views around the store want to do at its start and at its end happens, too; without
        /// `onInAppPurchaseCompletion` a transaction comes by `Transaction.updates`.
        ///
        /// - Parameter id: The product; the only one when absent.
        /// - Returns: How it ended.
        /// - Throws: ``ScreenIssue`` when the store does not show the product, and what the purchase throws.
        @discardableResult
        public func purchase(_ id: Product.ID? = nil) async throws -> Product.PurchaseResult {
            let wanted = products.filter { id == nil || $0.id == id }
            guard let product = wanted.first, wanted.count == 1 else {
                throw ScreenIssue("The store shows no such product: \(id ?? "any"). It has \(products.map(\.id)).")
            }
            let result = await buy(product)
            return try result.get()
        }

        func buy(_ product: Product) async -> Result<Product.PurchaseResult, any Error> {
            await settings.start?(product)
            let options = await settings.options?(product) ?? []
            let result: Result<Product.PurchaseResult, any Error>
            do {
                let isUpdate = settings.completion == nil
                result = .success(try await product.purchase(options: options, comesAsUpdate: isUpdate))
            } catch {
                result = .failure(error)
            }
            await settings.completion?(product, result)
            await readEntitlements()
            StoreChanges.notify()
            tree?.setNeedsUpdate()
            return result
        }

        /// The customer presses the button to restore purchases.
        ///
        /// - Throws: ``ScreenIssue`` when there is no such button, and what the App Store throws.
        public func restorePurchases() async throws {
            try require(.restorePurchases)
            try await AppStore.sync()
            await readEntitlements()
            StoreChanges.notify()
            tree?.setNeedsUpdate()
        }

        /// The customer presses the button to redeem a code, and types it; the transaction comes by
        /// `Transaction.updates`.
        ///
        /// - Parameter code: The code, see `StoreKitSimulator.enterOfferCode(_:)`.
        /// - Throws: ``ScreenIssue`` when there is no such button, and what the sheet throws.
        public func redeemCode(_ code: String) async throws {
            try require(.redeemCode)
            StoreKitSimulator.enterOfferCode(code)
            try await AppStore.presentOfferCodeRedeemSheet(in: UIWindowScene())
            await readEntitlements()
            StoreChanges.notify()
        }

        /// The customer presses the button to sign in.
        ///
        /// - Throws: ``ScreenIssue`` when there is no such button.
        public func signIn() throws {
            try require(.signIn)
            settings.signIn?()
        }

        private func require(_ button: StoreButtonKind) throws {
            guard visibleButtons.contains(button) else { throw ScreenIssue("The store has no button \(button.title).") }
        }

        // What the views do with it.

        /// Shows itself: takes over what is around it, and loads its products when they are others.
        func show(_ contents: Contents, _ environment: EnvironmentValues, at path: String) {
            settings = environment.storeSettings
            if self.contents != contents { (self.contents, state) = (contents, .loading) }
            tree?.stores.append(self)
            tree?.run(at: path + "~products", id: contents) { [weak self] _ in await self?.load() }
        }

        private func load() async {
            let loaded: Product.CollectionTaskState
            switch contents {
            case .given(let products): loaded = .success(products, unavailable: [])
            case .products(let ids): loaded = await Product.CollectionTaskState(loading: ids)
            case .group(let group, let relationships): loaded = await Self.load(group, relationships)
            }
            guard !Task.isCancelled else { return }
            state = loaded
            await readEntitlements()
            tree?.setNeedsUpdate()
        }

        private static func load(
            _ group: String,
            _ relationships: Product.SubscriptionRelationship
        ) async -> Product.CollectionTaskState {
            do {
                let all = try await Product.products(inGroup: group)
                    .sorted { ($0.level, $0.price, $0.id) < ($1.level, $1.price, $1.id) }
                let present = try await Product.SubscriptionInfo.status(for: group)
                    .filter { [.subscribed, .inGracePeriod, .inBillingRetryPeriod].contains($0.state) }
                    .map(\.transaction.unsafePayloadValue.productID).first
                guard let present = all.first(where: { $0.id == present }) else {
                    return .success(all, unavailable: [])
                }
                return .success(
                    all.filter { relationships.contains($0.relationship(to: present)) },
                    unavailable: []
                )
            } catch {
                return .failure(error)
            }
        }

        private func readEntitlements() async {
            var found: Set<Product.ID> = []
            for product in products where await StoreKit.Transaction.currentEntitlement(for: product.id) != nil {
                found.insert(product.id)
            }
            if !Task.isCancelled { entitledProductIDs = found }
        }
    }

    /// A mistake in what a test does with a screen.
    public struct ScreenIssue: Error, CustomStringConvertible {
        /// What is wrong.
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

extension Product {
    fileprivate var level: Int { subscription?.groupLevel ?? 0 }

    /// What a subscriber of another product would make by buying this one.
    fileprivate func relationship(to present: Product) -> SubscriptionRelationship {
        if id == present.id { return .current }
        if level == present.level { return .crossgrade }
        return level < present.level ? .upgrade : .downgrade
    }

    /// What a subscription is to the one that the customer has.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptionrelationship>
    public struct SubscriptionRelationship: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes a value of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It has a higher level.
        public static let upgrade = SubscriptionRelationship(rawValue: 1)

        /// It has a lower level.
        public static let downgrade = SubscriptionRelationship(rawValue: 2)

        /// It has the same level.
        public static let crossgrade = SubscriptionRelationship(rawValue: 4)

        /// It is the same one.
        public static let current = SubscriptionRelationship(rawValue: 8)

        /// Any of these.
        public static let all: SubscriptionRelationship = [.upgrade, .downgrade, .crossgrade, .current]
    }
}
