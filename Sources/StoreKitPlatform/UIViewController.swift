// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A window: a name that Apple's signatures need.
@MainActor
open class UIWindow: UIResponder {
    /// The controller of the window's content.
    open var rootViewController: UIViewController?

    /// Whether the window receives what is typed; none does on Linux.
    open var isKeyWindow: Bool { false }

    /// The scene that the window is in.
    open weak var windowScene: UIWindowScene?

    /// Does not show the window: there is no screen.
    open func makeKeyAndVisible() {}
}

/// A controller of views: a name that Apple's signatures need.
@MainActor
open class UIViewController: UIResponder {
    /// The controller that is shown over this one; nothing is shown on Linux.
    open var presentedViewController: UIViewController? { nil }

    /// The controller that this one is shown over; nothing is shown on Linux.
    open var presentingViewController: UIViewController? { nil }

    /// The stack that the controller is in.
    open internal(set) weak var navigationController: UINavigationController?
}

/// A stack of controllers, which purchase code looks through for the one in front.
@MainActor
open class UINavigationController: UIViewController {
    /// The controllers, the one in front last.
    open var viewControllers: [UIViewController] = [] {
        didSet { for controller in viewControllers { controller.navigationController = self } }
    }

    /// The controller in front.
    open var topViewController: UIViewController? { viewControllers.last }

    /// The controller that is seen.
    open var visibleViewController: UIViewController? {
        topViewController?.presentedViewController ?? topViewController
    }

    /// Makes a stack with its first controller.
    public convenience init(rootViewController: UIViewController) {
        self.init()
        viewControllers = [rootViewController]
    }
}

/// Controllers beside each other, which purchase code looks through for the one in front.
@MainActor
open class UITabBarController: UIViewController {
    /// The controllers.
    open var viewControllers: [UIViewController]?

    /// The place of the one that is seen.
    open var selectedIndex = 0

    /// The one that is seen.
    open var selectedViewController: UIViewController? {
        guard let viewControllers, viewControllers.indices.contains(selectedIndex) else { return nil }
        return viewControllers[selectedIndex]
    }
}
