// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the console keeps in memory; one for a service, however many routers it has.
final class ConsoleState: Sendable {
    let passwords = PasswordDesk()
    let guesses = SignInGuard()
}
