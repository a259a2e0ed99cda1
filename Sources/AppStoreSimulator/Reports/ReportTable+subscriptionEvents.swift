// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReportTable {
    private static let eventColumns = [
        "Event Date", "Event", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Type",
        "Subscription Offer Duration", "Marketing Opt-In", "Marketing Opt-In Duration", "Preserved Pricing",
        "Proceeds Reason", "Subscription Offer Name", "Promotional Offer ID", "Consecutive Paid Periods",
        "Original Start Date", "Device", "Client", "State", "Country", "Previous Subscription Name",
        "Previous Subscription Apple ID", "Days Before Canceling", "Cancellation Reason", "Days Canceled", "Quantity",
        "Paid Service Days Recovered",
    ]

    /// The subscription event report of a Pacific day.
    package static func subscriptionEvents(
        on day: CivilDate,
        of events: some Sequence<SubscriptionEvent>,
        catalog: Catalog
    ) -> ReportTable {
        let rows = grouped(
            events.filter { PacificTime.day(of: $0.date) == day }.map { eventRow($0, day, catalog) },
            by: { $0 },
            amount: { _ in 1 },
            row: { row, count in row.map { $0 == quantityMark ? String(count) : $0 } }
        )
        return ReportTable(columns: eventColumns, rows: rows)
    }

    /// Stands for the number of equal events until they are counted.
    private static let quantityMark = "\u{0}"

    private static func eventRow(_ event: SubscriptionEvent, _ day: CivilDate, _ catalog: Catalog) -> [String] {
        let product = catalog.product(event.product)
        let previous = event.previousProduct.flatMap(catalog.product)
        let app = product.flatMap { catalog.app($0.bundleID) }
        return [
            ReportText.dashedDay(day), event.name, app?.name ?? "", app.map { String($0.appAppleID.rawValue) } ?? "",
            product?.referenceName ?? "", product.map { String($0.appleID) } ?? "",
            product?.subscription?.group.rawValue ?? "", ReportText.duration(product?.subscription?.period),
            ReportText.offerType(event.offerMode),
            ReportText.duration(event.offerPeriod.flatMap(BillingPeriod.init(iso8601:))), "", "",
            event.hasPreservedPrice ? "Yes" : "", event.earnsHigherRate ? "Rate After One Year" : "",
            event.offerType == .offerCode ? event.offer?.rawValue ?? "" : "",
            event.offerType == .promotional ? event.offer?.rawValue ?? "" : "", String(event.consecutivePaidPeriods),
            ReportText.dashedDay(PacificTime.day(of: event.originalStartDate)),
            app?.platform == "macOS" ? "Mac" : "iPhone", "", "", shortCode(event.storefront),
            previous?.referenceName ?? "", previous.map { String($0.appleID) } ?? "",
            event.daysBeforeCanceling.map(String.init) ?? "", event.cancellationReason ?? "",
            event.daysCanceled.map(String.init) ?? "", quantityMark, "",
        ]
    }
}
