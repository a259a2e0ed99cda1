// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The items of one entitlement in the order of publication, and which of them the spans of that entitlement unlock.
struct IssueIndex {
    /// The items, the oldest first.
    let items: [ContentItemRegistration]

    /// When and by which span each item is unlocked: what is published inside a span, and what was current when it
    /// began.
    ///
    /// <https://developer.apple.com/library/archive/documentation/NetworkingInternet/Conceptual/StoreKitGuide/Chapters/Subscriptions.html>
    func unlocked(by spans: [AccessSpan]) -> [ContentItemID: (date: Date, span: AccessSpan)] {
        var found: [ContentItemID: (date: Date, span: AccessSpan)] = [:]
        for span in spans {
            let inside = items.firstPlace { $0.publicationDate > span.startDate }
            if inside > 0 { record(items[inside - 1].id, span.startDate, span, &found) }
            for item in items[inside...] {
                if let end = span.endDate, item.publicationDate >= end { break }
                record(item.id, item.publicationDate, span, &found)
            }
        }
        return found
    }

    private func record(
        _ id: ContentItemID,
        _ date: Date,
        _ span: AccessSpan,
        _ found: inout [ContentItemID: (date: Date, span: AccessSpan)]
    ) {
        if let known = found[id], known.date <= date { return }
        found[id] = (date, span)
    }
}
