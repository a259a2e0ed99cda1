// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

extension View {
    private func store(_ change: @escaping @MainActor (inout StoreSettings) -> Void) -> some View {
        EnvironmentView(content: self) { change(&$0.storeSettings) }
    }

    /// Does something before a store in this view begins a purchase.
    public func onInAppPurchaseStart(perform action: (@MainActor (Product) async -> Void)?) -> some View {
        store { $0.start = action }
    }

    /// Does something when a purchase of a store in this view has ended.
    ///
    /// Without an action a transaction comes by `Transaction.updates`.
    public func onInAppPurchaseCompletion(
        perform action: (@MainActor (Product, Result<Product.PurchaseResult, any Error>) async -> Void)?
    ) -> some View {
        store { $0.completion = action }
    }

    /// Chooses what goes along with the purchases of the stores in this view.
    public func inAppPurchaseOptions(
        _ options: (@MainActor (Product) async -> Set<Product.PurchaseOption>)?
    ) -> some View {
        store { $0.options = options }
    }

    /// Shows or hides buttons of the stores in this view.
    public func storeButton(_ visibility: Visibility, for buttonKinds: StoreButtonKind...) -> some View {
        store { settings in
            for kind in buttonKinds { settings.buttons[kind] = visibility }
        }
    }

    /// Chooses how the products of the stores in this view look.
    public func productViewStyle(_ style: some ProductViewStyle) -> some View {
        store { $0.style = style }
    }

    /// Gives the subscription stores in this view a button to sign in, which does something.
    public func subscriptionStoreSignInAction(_ action: (@MainActor () -> Void)?) -> some View {
        store { $0.signIn = action }
    }

    /// Says where a policy is.
    public func subscriptionStorePolicyDestination(
        url: URL,
        for button: SubscriptionStorePolicyKind
    ) -> some View {
        store { $0.policies[button] = url }
    }
}
