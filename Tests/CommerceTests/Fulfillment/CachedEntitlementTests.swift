// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import Commerce

/// How long a stored entitlement holds.
@Suite struct CachedEntitlementTests {
    private static func span(_ start: String, _ end: String?, _ origin: AccessSpan.Origin = .grant("g")) -> AccessSpan {
        AccessSpan(startDate: .at(start), endDate: end.map { .at($0) }, origin: origin)
    }

    static let validities: [([AccessSpan], Bool, Date?)] = [
        ([], false, nil), ([], true, .at("01-15") + 3600), ([span("01-01", nil)], false, nil),
        ([span("01-01", "02-01")], false, .at("02-01")), ([span("01-01", "01-15")], false, nil),
        ([span("01-15", "02-01")], false, .at("02-01")), ([span("01-16", "02-01")], false, .at("01-16")),
        ([span("01-01", "02-01"), span("01-20", "03-01")], false, .at("01-20")),
        ([span("01-20", "03-01"), span("01-01", "01-18")], false, .at("01-18")),
        ([span("01-01", "02-01")], true, .at("01-15") + 3600), ([span("01-01", "01-10")], true, .at("01-15") + 3600),
    ]

    @Test(arguments: validities)
    func `an entitlement holds until the next span begins or ends, and an hour while a renewal is awaited`(
        spans: [AccessSpan],
        isAwaited: Bool,
        expected: Date?
    ) {
        let answer = EntitlementDecision(
            entitlement: "basic",
            asOf: .at("01-15"),
            isActive: !isAwaited,
            isRenewalPending: isAwaited,
            reason: Reason(rule: .granted)
        )
        #expect(CachedEntitlement(answer, spans: spans, asOf: .at("01-15")).validUntil == expected)
    }

    private static let key = LineageKey(scope: .app, lineage: "1")

    static let changes: [([AccessSpan], Date?)] = [
        ([], nil), ([span("01-01", "02-01")], .at("02-01")), ([span("01-15", "01-15")], nil),
        ([span("01-20", nil)], .at("01-20")), ([span("01-01", "02-01", .credit(0))], .at("02-01")),
        ([span("01-01", "02-01", .afterPeriod(key, 0))], .at("02-01")),
        ([span("01-01", "02-01", .period(key, 0))], nil), ([span("01-20", nil, .purchase(key, 0))], nil),
        ([span("01-01", "02-01"), span("01-20", "03-01", .credit(1))], .at("01-20")),
    ]

    @Test(arguments: changes)
    func `time alone ends what no document reports the end of`(spans: [AccessSpan], expected: Date?) {
        #expect(spans.nextChange(after: .at("01-15")) == expected)
    }
}
