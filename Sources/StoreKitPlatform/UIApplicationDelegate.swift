// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The object that the system notifies about an app's life: where older code adds its observer to the payment queue.
///
/// On Linux no one calls it automatically; a program with `@main` at its delegate starts by being told that it was
/// launched.
///
/// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate>
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Makes a delegate.
    init()

    /// The app is about to be launched.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app was launched.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app came to the front.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The app leaves the front.
    func applicationWillResignActive(_ application: UIApplication)

    /// The app went to the background.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The app is about to come back from the background.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The app is about to end: where older code removes its observer.
    func applicationWillTerminate(_ application: UIApplication)
}

// Apple's are optional, which Swift alone does not know.
extension UIApplicationDelegate {
    /// Agrees to the launch.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Agrees to the launch.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}

    /// Starts the program: calls a delegate's launch method and runs until the process ends.
    public static func main() {
        let (application, delegate) = (UIApplication.shared, Self())
        application.delegate = delegate
        _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
        _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
        NotificationCenter.default.post(name: UIApplication.didFinishLaunchingNotification, object: application)
        delegate.applicationDidBecomeActive(application)
        withExtendedLifetime(delegate) { RunLoop.main.run() }
    }
}

extension UIApplication {
    /// Why an app was launched.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The reason's name.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An address was opened.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")

        /// A notification was opened.
        public static let remoteNotification =
            LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    }
}
