// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import PurserClient
public import SwiftUI

extension View {
    /// Lets the server report changes while the app is in the foreground: a refund revokes access within seconds.
    ///
    /// - Parameter purser: Listens to the server.
    /// - Returns: The view, which starts and stops the updates.
    public func liveUpdates(of purser: Purser) -> some View {
        LiveUpdateView(content: self, purser: purser)
    }
}

/// A view that listens while its scene is active.
private struct LiveUpdateView<Content: View>: View {
    let content: Content
    let purser: Purser
    @Environment(\.scenePhase) private var phase

    var body: some View {
        content.task(id: phase) {
            if phase == .active {
                await purser.startLiveUpdates()
            } else if phase == .background {
                await purser.stopLiveUpdates()
            }
        }
    }
}
