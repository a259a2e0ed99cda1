// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether an app may use the customer's music library.
@frozen
public enum SKCloudServiceAuthorizationStatus: Int, Sendable {
    /// No one has asked.
    case notDetermined

    /// The customer refused.
    case denied

    /// The device's rules refuse.
    case restricted

    /// The customer agreed.
    case authorized
}

/// What an app may do with the customer's music.
public struct SKCloudServiceCapability: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Takes Apple's bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Plays music of the catalog.
    public static let musicCatalogPlayback = SKCloudServiceCapability(rawValue: 1 << 0)

    /// May be offered a subscription.
    public static let musicCatalogSubscriptionEligible = SKCloudServiceCapability(rawValue: 1 << 1)

    /// Adds to the library.
    public static let addToCloudMusicLibrary = SKCloudServiceCapability(rawValue: 1 << 8)
}

/// Asks for the customer's music; there is none on Linux, so access is denied and the storefront's number alone is
/// told.
///
/// <https://developer.apple.com/documentation/storekit/skcloudservicecontroller>
open class SKCloudServiceController: NSObject {
    /// Always denied.
    open class func authorizationStatus() -> SKCloudServiceAuthorizationStatus { .denied }

    /// Answers that access is denied.
    open class func requestAuthorization(_ completionHandler: @escaping (SKCloudServiceAuthorizationStatus) -> Void) {
        completionHandler(.denied)
    }

    /// Answers that access is denied.
    open class func requestAuthorization() async -> SKCloudServiceAuthorizationStatus { .denied }

    /// Answers that nothing can be done.
    open func requestCapabilities(completionHandler: @escaping (SKCloudServiceCapability, (any Error)?) -> Void) {
        completionHandler([], SKError(.cloudServicePermissionDenied))
    }

    /// Throws that access is denied.
    open func requestCapabilities() async throws -> SKCloudServiceCapability {
        throw SKError(.cloudServicePermissionDenied)
    }

    /// Answers that the music service is not there.
    open func requestStorefrontCountryCode(completionHandler: @escaping (String?, (any Error)?) -> Void) {
        completionHandler(nil, SKError(.cloudServiceNetworkConnectionFailed))
    }

    /// Answers the storefront's identifier.
    open func requestStorefrontIdentifier(completionHandler: @escaping (String?, (any Error)?) -> Void) {
        let handler = Unchecked(completionHandler)
        Task {
            let storefront = await StoreRuntime.shared.currentStorefront()
            let error = storefront == nil ? SKError(.cloudServiceNetworkConnectionFailed) : nil
            SKPaymentQueue.shared.onMain { handler.value(storefront?.id, error) }
        }
    }

    /// Answers that access is denied.
    open func requestUserToken(
        forDeveloperToken developerToken: String,
        completionHandler: @escaping (String?, (any Error)?) -> Void
    ) {
        completionHandler(nil, SKError(.cloudServicePermissionDenied))
    }
}

extension NSNotification.Name {
    /// What an app may do with the customer's music has changed; never posted here.
    public static let SKCloudServiceCapabilitiesDidChange =
        NSNotification.Name("SKCloudServiceCapabilitiesDidChangeNotification")

    /// The identifier of the customer's storefront has changed; never posted here, payment queues report it.
    public static let SKStorefrontIdentifierDidChange =
        NSNotification.Name("SKStorefrontIdentifierDidChangeNotification")

    /// The country of the customer's storefront has changed; never posted here, payment queues report it.
    public static let SKStorefrontCountryCodeDidChange =
        NSNotification.Name("SKStorefrontCountryCodeDidChangeNotification")
}
