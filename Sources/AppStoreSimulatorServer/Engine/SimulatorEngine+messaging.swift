// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatorEngine {
    /// An app's retention messages in an environment.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func messaging(of caller: ServerAPIRoutes.Caller) throws -> MessagingState {
        try history.setting(name(of: caller)) ?? MessagingState()
    }

    /// Changes an app's retention messages, or nothing when the body throws.
    ///
    /// - Throws: What the body throws, or an `SQLiteError`.
    func changeMessaging(
        of caller: ServerAPIRoutes.Caller,
        _ body: @Sendable (inout MessagingState) throws -> Void
    ) throws {
        var state = try messaging(of: caller)
        try body(&state)
        try history.set(name(of: caller), to: state)
    }

    private func name(of caller: ServerAPIRoutes.Caller) -> String {
        "\(HistoryDatabase.messagingName)\(caller.app) in \(caller.environment)"
    }
}
