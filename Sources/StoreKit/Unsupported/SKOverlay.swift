// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Recommends another app over a scene; nothing is shown on Linux, so its delegate hears that it failed to load.
///
/// <https://developer.apple.com/documentation/storekit/skoverlay>
@MainActor
open class SKOverlay: NSObject {
    /// Where it is shown.
    @frozen
    public enum Position: Int, Sendable {
        /// At the bottom.
        case bottom

        /// Above a bar at the bottom.
        case bottomRaised
    }

    /// What is recommended.
    @MainActor
    open class Configuration: NSObject {}

    /// Recommends an app.
    @MainActor
    open class AppConfiguration: SKOverlay.Configuration {
        /// The app's identifier.
        open var appIdentifier: String

        /// The campaign's token.
        open var campaignToken: String?

        /// The analytics provider's token.
        open var providerToken: String?

        /// The identifier of a custom product page.
        open var customProductPageIdentifier: String?

        /// Where it is shown.
        open var position: SKOverlay.Position

        /// Whether the customer can close it.
        open var userDismissible = true

        private var additional: [String: Any] = [:]

        /// Recommends an app.
        public init(appIdentifier: String, position: SKOverlay.Position) {
            self.appIdentifier = appIdentifier
            self.position = position
        }

        /// Keeps a value under a key.
        open func setAdditionalValue(_ value: Any?, forKey key: String) { additional[key] = value }

        /// The value under a key.
        open func additionalValue(forKey key: String) -> Any? { additional[key] }
    }

    /// Recommends the whole app from its clip.
    @MainActor
    open class AppClipConfiguration: SKOverlay.Configuration {
        /// The campaign's token.
        open var campaignToken: String?

        /// The analytics provider's token.
        open var providerToken: String?

        /// The identifier of a custom product page.
        open var customProductPageIdentifier: String?

        /// Where it is shown.
        open var position: SKOverlay.Position

        private var additional: [String: Any] = [:]

        /// Recommends the clip's app.
        public init(position: SKOverlay.Position) {
            self.position = position
        }

        /// Keeps a value under a key.
        open func setAdditionalValue(_ value: Any?, forKey key: String) { additional[key] = value }

        /// The value under a key.
        open func additionalValue(forKey key: String) -> Any? { additional[key] }
    }

    /// How it comes and goes; nothing moves on Linux.
    @MainActor
    open class TransitionContext: NSObject {
        /// Does nothing.
        open func addAnimation(_ block: @escaping () -> Void) {}
    }

    /// What is recommended.
    open private(set) var configuration: SKOverlay.Configuration

    /// Who is notified of the result.
    open weak var delegate: (any SKOverlayDelegate)?

    /// Makes a recommendation.
    public init(configuration: SKOverlay.Configuration) {
        self.configuration = configuration
    }

    /// Tells the delegate that nothing can be shown.
    open func present(in scene: UIWindowScene) {
        delegate?.storeOverlayDidFailToLoad(self, error: SKError(.unsupportedPlatform))
    }

    /// Does nothing.
    open class func dismiss(in scene: UIWindowScene) {}
}

/// Is notified of the result of a recommendation.
@MainActor
public protocol SKOverlayDelegate: NSObjectProtocol {
    /// It could not be shown.
    func storeOverlayDidFailToLoad(_ overlay: SKOverlay, error: any Error)

    /// It is about to come.
    func storeOverlayWillStartPresentation(_ overlay: SKOverlay, transitionContext: SKOverlay.TransitionContext)

    /// It is there.
    func storeOverlayDidFinishPresentation(_ overlay: SKOverlay, transitionContext: SKOverlay.TransitionContext)

    /// It is about to go.
    func storeOverlayWillStartDismissal(_ overlay: SKOverlay, transitionContext: SKOverlay.TransitionContext)

    /// It is gone.
    func storeOverlayDidFinishDismissal(_ overlay: SKOverlay, transitionContext: SKOverlay.TransitionContext)
}

extension SKOverlayDelegate {
    /// Does nothing.
    public func storeOverlayDidFailToLoad(_ overlay: SKOverlay, error: any Error) {}

    /// Does nothing.
    public func storeOverlayWillStartPresentation(
        _ overlay: SKOverlay,
        transitionContext: SKOverlay.TransitionContext
    ) {}

    /// Does nothing.
    public func storeOverlayDidFinishPresentation(
        _ overlay: SKOverlay,
        transitionContext: SKOverlay.TransitionContext
    ) {}

    /// Does nothing.
    public func storeOverlayWillStartDismissal(
        _ overlay: SKOverlay,
        transitionContext: SKOverlay.TransitionContext
    ) {}

    /// Does nothing.
    public func storeOverlayDidFinishDismissal(
        _ overlay: SKOverlay,
        transitionContext: SKOverlay.TransitionContext
    ) {}
}
