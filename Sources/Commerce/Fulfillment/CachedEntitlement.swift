// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// A right as it was derived, and until when the answer holds if nothing new becomes known.
package struct CachedEntitlement: Hashable, Sendable, Codable {
    package var answer: EntitlementDecision
    package var validUntil: Date?

    /// After how long an awaited renewal is looked at again, in seconds: Apple's document may come any moment.
    private static let awaitedRenewalInterval: TimeInterval = 3600

    /// Derives the entitlements of an account at an instant.
    package static func all(of account: CustomerAccount, asOf now: Date) -> [CachedEntitlement] {
        account.derivedEntitlements(asOf: now).entitlements.map {
            CachedEntitlement($0.answer, spans: $0.spans, asOf: now)
        }
    }

    package init(_ answer: EntitlementDecision, spans: [AccessSpan], asOf now: Date) {
        self.answer = answer
        var until = answer.isRenewalPending ? now.addingTimeInterval(Self.awaitedRenewalInterval) : nil
        for span in spans {
            if span.startDate > now { until = min(until ?? span.startDate, span.startDate) }
            if let end = span.endDate, end > now { until = min(until ?? end, end) }
        }
        validUntil = until
    }
}

extension Sequence<AccessSpan> {
    /// When time alone next changes what these give.
    ///
    /// No document reports the end of a grant or of time of service, nor the end of a leeway after a period. The
    /// ends of subscriptions' periods are looked at with the subscriptions.
    package func nextChange(after now: Date) -> Date? {
        lazy.filter { span in
            switch span.origin {
            case .credit, .grant, .afterPeriod: true
            case .seat(let seat): seat.isAfterPeriod
            case .period, .purchase: false
            }
        }
        .flatMap { [$0.startDate, $0.endDate].compactMap(\.self) }
        .filter { $0 > now }
        .min()
    }
}

extension CachedEntitlement: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("answer", answer)
        json.member("validUntil", validUntil)
    }

    package init(_ object: JSONReader) throws {
        answer = try object.required(object.value("answer"))
        validUntil = try object.date("validUntil")
    }
}
