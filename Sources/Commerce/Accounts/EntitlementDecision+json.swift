// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials

extension EntitlementDecision: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("asOf", asOf)
        json.member("endDate", endDate)
        json.member("entitlement", entitlement)
        json.member("isActive", isActive)
        json.member("isRenewalPending", isRenewalPending)
        json.member("otherReasons", list: otherReasons)
        json.member("reason", reason)
        json.member("startDate", startDate)
        json.member("willRenew", willRenew)
    }

    package init(_ object: JSONReader) throws {
        let asOf = try object.required(object.date("asOf"))
        let isRenewalPending = try object.required(object.boolean("isRenewalPending"))
        let endDate = try object.date("endDate")
        let entitlement: EntitlementID = try object.required(object.wire("entitlement"))
        let isActive = try object.required(object.boolean("isActive"))
        let otherReasons: [Reason] = try object.list("otherReasons")
        let reason: Reason = try object.required(object.value("reason"))
        self.init(
            entitlement: entitlement,
            asOf: asOf,
            isActive: isActive,
            startDate: try object.date("startDate"),
            endDate: endDate,
            willRenew: try object.required(object.boolean("willRenew")),
            isRenewalPending: isRenewalPending,
            reason: reason,
            otherReasons: otherReasons
        )
    }
}
