// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The key of an app's or product's identifier.
public let SKStoreProductParameterITunesItemIdentifier = "id"

/// The key of an in-app purchase's identifier.
public let SKStoreProductParameterProductIdentifier = "productIdentifier"

/// The key of an affiliate's token.
public let SKStoreProductParameterAffiliateToken = "at"

/// The key of a campaign's token.
public let SKStoreProductParameterCampaignToken = "ct"

/// The key of an analytics provider's token.
public let SKStoreProductParameterProviderToken = "pt"

/// The key of an advertising partner's token.
public let SKStoreProductParameterAdvertisingPartnerToken = "advp"

/// The key of a custom product page's identifier.
public let SKStoreProductParameterCustomProductPageIdentifier = "ppid"

/// Shows a page of the App Store in the app; there is none on Linux, so loading fails.
///
/// <https://developer.apple.com/documentation/storekit/skstoreproductviewcontroller>
@MainActor
open class SKStoreProductViewController: UIViewController {
    /// The object that is notified when the customer closed the page.
    open weak var delegate: (any SKStoreProductViewControllerDelegate)?

    /// Fails with ``SKError/Code/storeProductNotAvailable``.
    open func loadProduct(
        withParameters parameters: [String: Any],
        completionBlock block: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        block?(false, SKError(.storeProductNotAvailable))
    }
}

/// Is told that the customer closed a page of the App Store.
@MainActor
public protocol SKStoreProductViewControllerDelegate: NSObjectProtocol {
    /// The customer closed it.
    func productViewControllerDidFinish(_ viewController: SKStoreProductViewController)
}

extension SKStoreProductViewControllerDelegate {
    /// Does nothing.
    public func productViewControllerDidFinish(_ viewController: SKStoreProductViewController) {}
}
