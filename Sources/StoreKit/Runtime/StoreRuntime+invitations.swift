// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// How many sheets are remembered.
    private static let maximumSheets = 100

    /// Shows whom to invite, unless a test simulates a failure.
    func showInvitationSheet(groupID: String) async throws {
        try await showManageSubscriptions()
        remember(groupID)
    }

    /// Asks whom to invite to seats that were just bought, where the App Store invites and the app does not keep it from it.
    func inviteMembers(after transaction: Transaction, _ order: PurchaseOrder) {
        let isSuppressed = order.options.contains { $0.choice == .multiSeatInvitationSheetSuppressed(true) }
        guard !isSuppressed, transaction.multiSeatInfo?.invitationManagement == .apple,
            let group = transaction.subscriptionGroupID
        else { return }
        remember(group)
    }

    private func remember(_ group: String) {
        state.withLock { $0.invitationSheets = ($0.invitationSheets + [group]).suffix(Self.maximumSheets) }
    }
}
