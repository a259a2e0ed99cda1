// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether the customer sees a scene.
///
/// <https://developer.apple.com/documentation/swiftui/scenephase>
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// It is not seen.
    case background

    /// It is seen and cannot be used, such as behind an alert.
    case inactive

    /// It is in the foreground.
    case active
}

extension EnvironmentValues {
    private struct ScenePhaseKey: EnvironmentKey {
        static var defaultValue: ScenePhase { .active }
    }

    /// The phase of the scene; a test sets it with `environment`.
    ///
    /// <https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase>
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }
}
