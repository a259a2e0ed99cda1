// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The running program, as far as purchase code asks it for a scene.
@MainActor
open class UIApplication: UIResponder {
    /// The program.
    public static let shared = UIApplication()

    /// The scenes of the program: one on Linux, so that code which looks for a scene finds it.
    open var connectedScenes: Set<UIScene> { [scene] }

    /// The object that the system notifies about the app's life; the app's own code sets it.
    open weak var delegate: (any UIApplicationDelegate)?

    private let scene = UIWindowScene()
}
