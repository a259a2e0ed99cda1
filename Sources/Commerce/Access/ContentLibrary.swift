// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Content items, and which of them a customer may open.
///
/// A streaming entitlement opens all that is published as long as it is active. A magazine entitlement opens what was
/// published inside any active time, and what was current when it began; that stays open, except what a refund undoes.
public struct ContentLibrary {
    private let account: CustomerAccount
    private let items: [ContentItemRegistration]

    /// - Parameters:
    ///   - account: The customer's account.
    ///   - items: The items; those that were registered by command when absent.
    public init(_ account: CustomerAccount, items: [ContentItemRegistration]? = nil) {
        self.account = account
        self.items = (items ?? account.contentItems.values.map(\.registration))
            .sorted(on: \.publicationDate, \.id)
    }

    /// Which of the items the customer may open at an instant, and why: one answer for each, in the order of publication.
    public func access(asOf instant: Date) -> [ContentAccess] {
        let timeline = AccountTimeline(account, asOf: instant)
        var answers: [ContentItemID: ContentAccess] = [:]
        for entitlement in Set(items.map(\.entitlement)) {
            let own = items.filter { $0.entitlement == entitlement }
            for answer in access(to: own, entitlement, asOf: instant, timeline) {
                answers[answer.item.id] = answer
            }
        }
        // A withdrawn item cannot be opened, but what was current before it stays as it was.
        return items.filter { !$0.isWithdrawn }.compactMap { answers[$0.id] }
    }

    private func access(
        to items: [ContentItemRegistration],
        _ entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [ContentAccess] {
        let now = account.decide(entitlement, asOf: instant, timeline)
        let begun = account.spans(of: entitlement, timeline).filter { $0.startDate <= instant }
        let isMagazine = account.catalogs.contains { $0.accessModel(of: entitlement) == .magazine }
        let unlocked = isMagazine ? IssueIndex(items: items).unlocked(by: begun) : [:]
        return items.map { item in
            guard item.publicationDate <= instant else {
                let reason = Reason(rule: .notYetBegun, startDate: item.publicationDate)
                return ContentAccess(item: item, isReadable: false, reason: reason)
            }
            if isMagazine {
                guard let (date, span) = unlocked[item.id] else {
                    return ContentAccess(item: item, isReadable: false, reason: now.reason)
                }
                return ContentAccess(
                    item: item,
                    isReadable: true,
                    unlockDate: date,
                    reason: account.reason(of: span, timeline)
                )
            }
            return ContentAccess(
                item: item,
                isReadable: now.isActive,
                unlockDate: now.isActive ? now.startDate.map { max($0, item.publicationDate) } : nil,
                reason: now.reason
            )
        }
    }
}
