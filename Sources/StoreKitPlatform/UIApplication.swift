// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The running program, as far as purchase code asks it for a scene.
@MainActor
open class UIApplication: NSObject {
    /// The program.
    public static let shared = UIApplication()

    /// The scenes of the program: one on Linux, so that code which looks for a scene finds it.
    open var connectedScenes: Set<UIScene> { [scene] }

    private let scene = UIWindowScene()

    /// Makes an application.
    override public nonisolated init() {
        super.init()
    }
}
