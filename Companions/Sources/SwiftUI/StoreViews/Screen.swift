// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

extension StoreKitSimulator {
    /// A screen on which a test opens a view, and the customer in front of it.
    ///
    /// Nothing is drawn. What the view shows is looked at, its tasks run, and its stores sell:
    ///
    /// ```swift
    /// let screen = StoreKitSimulator.Screen(Paywall())
    /// await screen.appear()
    /// try await screen.store.purchase("club.monthly")
    /// ```
    @MainActor
    public final class Screen {
        private let tree: ViewTree

        /// Makes a screen for a view; it is not shown yet.
        public init(_ view: some View) {
            tree = ViewTree(view)
        }

        /// Shows the view, and waits until its products are loaded and its tasks have their first answers.
        public func appear() async {
            tree.appear()
            await tree.firstAnswers()
        }

        /// Waits until the tasks that came since have their first answers, and what was pressed is done.
        public func settle() async {
            await tree.settle()
            await tree.firstAnswers()
        }

        /// Takes the view away, which cancels its tasks.
        public func disappear() { tree.disappear() }

        /// The texts that the view shows, in their order.
        public var texts: [String] { tree.texts }

        /// The titles of the buttons, in their order.
        public var buttons: [String] { tree.buttons.map(\.title) }

        /// The stores that the view shows, in their order.
        public var stores: [ShownStore] { tree.stores }

        /// The only store that the view shows.
        public var store: ShownStore {
            get throws {
                guard let store = stores.first, stores.count == 1 else {
                    throw ScreenIssue("The screen has \(stores.count) stores; use `stores`.")
                }
                return store
            }
        }

        /// The customer presses a button; what it begins goes on, see ``settle()``.
        ///
        /// - Parameter title: The button's title.
        /// - Throws: ``ScreenIssue`` when there is no such button.
        public func press(_ title: String) throws {
            guard let button = tree.buttons.first(where: { $0.title == title }) else {
                throw ScreenIssue("The screen has no button \(title). It has \(buttons).")
            }
            button.action()
            tree.look()
        }
    }
}
