// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The tester makes a subscription renew now: the period at hand ends, and the usual rules say what follows.
    mutating func forceRenewal(_ slot: Int) throws {
        try requireWithoutBundle(slot, "renewed")
        guard lineages[slot].isLive, lineages[slot].willRenew else {
            throw SimulatorError(.invalidState, "Only an active subscription whose renewal is on can be renewed.")
        }
        if lineages[slot].phase == .active {
            endPeriodNow(slot)
            lineages[slot].anchorDay = now.civil.day.day
        }
        step(slot)
    }

    /// The tester makes a subscription end now, as if renewal had been off.
    mutating func expire(_ slot: Int) throws {
        try requireWithoutBundle(slot, "ended")
        guard lineages[slot].isLive || lineages[slot].phase == .retry else {
            throw SimulatorError(.invalidState, "The subscription has ended already.")
        }
        endPeriodNow(slot)
        if lineages[slot].phase == .grace {
            for follower in [slot] + followers(of: slot) where lineages[follower].graceExpires != nil {
                if let last = graceTransaction(follower) {
                    grantAccess(last, customer: lineages[follower].customer, until: now)
                }
                lineages[follower].graceExpires = nil
            }
        }
        finishLife(slot, .voluntary)
    }

    /// What follows a subscription: the family's, the members', and what it brings when it is a bundle.
    private func followers(of slot: Int) -> [Int] {
        lineages[slot].sharedTo + (lineages[slot].assignedTo ?? []) + (lineages[slot].bundled ?? [])
    }

    /// Ends the period at hand, the family's and the members' too.
    private mutating func endPeriodNow(_ slot: Int) {
        for slot in [slot] + followers(of: slot) where now < lineages[slot].expires { moveEnd(slot, to: now) }
    }
}
