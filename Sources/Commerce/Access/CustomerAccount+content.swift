// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension CustomerAccount {
    /// The content items that were registered and not withdrawn, in the order of publication.
    public var registeredContent: [ContentItemRegistration] {
        contentItems.values.map(\.registration).filter { !$0.isWithdrawn }
            .sorted { ($0.publicationDate, $0.id) < ($1.publicationDate, $1.id) }
    }

    /// Which of some content items the customer may open at an instant, and why.
    ///
    /// A streaming right opens all that is published as long as it is active. A magazine right opens what was
    /// published inside any active time, and what was current when it began; that stays open, but for what a refund
    /// undoes.
    ///
    /// - Parameters:
    ///   - items: The items; those that were registered by command when absent.
    ///   - instant: The instant.
    /// - Returns: One answer for each item, in the order of publication.
    public func content(_ items: [ContentItemRegistration]? = nil, asOf instant: Date) -> [ContentAccess] {
        let items = (items ?? contentItems.values.map(\.registration)).sorted {
            ($0.publicationDate, $0.id) < ($1.publicationDate, $1.id)
        }
        let timeline = timeline(asOf: instant)
        var answers: [ContentItemID: ContentAccess] = [:]
        for entitlement in Set(items.map(\.entitlement)) {
            let own = items.filter { $0.entitlement == entitlement }
            for answer in decideContentAccess(own, entitlement, asOf: instant, timeline) {
                answers[answer.item.id] = answer
            }
        }
        // A withdrawn item cannot be opened, but what was current before it stays as it was.
        return items.filter { !$0.isWithdrawn }.compactMap { answers[$0.id] }
    }

    private func decideContentAccess(
        _ items: [ContentItemRegistration],
        _ entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [ContentAccess] {
        let now = decide(entitlement, asOf: instant, timeline)
        let begun = spans(of: entitlement, timeline).filter { $0.startDate <= instant }
        let isMagazine = catalogs.contains { $0.accessModel(of: entitlement) == .magazine }
        let unlocked = isMagazine ? IssueIndex(items).unlocked(by: begun) : [:]
        return items.map { item in
            guard item.publicationDate <= instant else {
                let reason = Reason(rule: .notYetBegun, startDate: item.publicationDate)
                return ContentAccess(item: item, isReadable: false, reason: reason)
            }
            if isMagazine {
                guard let (date, span) = unlocked[item.id], date <= instant else {
                    return ContentAccess(item: item, isReadable: false, reason: now.reason)
                }
                return ContentAccess(
                    item: item,
                    isReadable: true,
                    unlockDate: date,
                    reason: reason(of: span, timeline)
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
