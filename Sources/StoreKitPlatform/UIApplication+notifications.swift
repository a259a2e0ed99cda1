// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// A program on Linux has one state: in front. The names are posted by tests that play the others.

extension UIApplication {
    /// The app came to the front.
    public nonisolated static var didBecomeActiveNotification: Notification.Name {
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    }

    /// The app leaves the front.
    public nonisolated static var willResignActiveNotification: Notification.Name {
        Notification.Name("UIApplicationWillResignActiveNotification")
    }

    /// The app went to the background.
    public nonisolated static var didEnterBackgroundNotification: Notification.Name {
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    }

    /// The app is about to come back from the background.
    public nonisolated static var willEnterForegroundNotification: Notification.Name {
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    }

    /// The app has been launched.
    public nonisolated static var didFinishLaunchingNotification: Notification.Name {
        Notification.Name("UIApplicationDidFinishLaunchingNotification")
    }

    /// The app is about to end.
    public nonisolated static var willTerminateNotification: Notification.Name {
        Notification.Name("UIApplicationWillTerminateNotification")
    }

    /// Where an app is between the front and its end.
    public enum State: Int, Sendable {
        /// In front and receiving events.
        case active

        /// In front, but not receiving events.
        case inactive

        /// Not in front.
        case background
    }

    /// Where the app is; always in front.
    public var applicationState: State { .active }

    /// Whether an address could be opened: nothing can be opened without a screen.
    public func canOpenURL(_ url: URL) -> Bool { false }

    /// Does not open an address, and says so.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - options: How to open it.
    ///   - completion: Is told false.
    public func open(
        _ url: URL,
        options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        completion?(false)
    }

    /// How to open an address.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The option's name.
        public let rawValue: String

        /// Makes an option from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

/// The name of work that continues for a while after the app left the front.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The work's number.
    public let rawValue: Int

    /// Takes a number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No work.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

// The program is always in front, so all of its work may continue.
extension UIApplication {
    /// Begins work that continues after the app left the front.
    ///
    /// - Parameter handler: Runs when there is no time left; never here.
    /// - Returns: The work's name.
    public nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier(rawValue: 1) }

    /// Begins work that continues after the app left the front.
    ///
    /// - Parameters:
    ///   - taskName: What people call it.
    ///   - handler: Runs when there is no time left; never here.
    /// - Returns: The work's name.
    public nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier(rawValue: 1) }

    /// Ends such work.
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
