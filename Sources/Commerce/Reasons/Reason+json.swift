// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials

// What is stored of an entitlement again with every purchase; the names are in alphabetical order, as the ordinary
// encoder has them.

extension Reason: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("conversion", conversion)
        json.member("endDate", endDate)
        json.member("evidence", list: evidence)
        json.member("grant", grant)
        json.member("invitation", invitation)
        json.member("invitedBy", invitedBy)
        json.member("lineage", lineage)
        json.member("note", note)
        json.member("ownership", ownership)
        json.member("productID", productID)
        json.member("rule", rule)
        json.member("scope", scope)
        json.member("seatClaim", seatClaim?.description)
        json.member("startDate", startDate)
        json.member("transactionID", transactionID)
    }

    package init(_ object: JSONReader) throws {
        let conversion: ConversionID? = try object.wire("conversion")
        let endDate = try object.date("endDate")
        let evidence: [Evidence] = try object.list("evidence")
        let grant: GrantID? = try object.wire("grant")
        let invitation: SeatInvitationID? = try object.wire("invitation")
        let invitedBy = try object.text("invitedBy")
        let lineage: OriginalTransactionID? = try object.wire("lineage")
        let note = try object.text("note")
        let ownership: InAppOwnershipType? = try object.wire("ownership")
        let productID: ProductID? = try object.wire("productID")
        let rule: Rule = try object.required(object.wire("rule"))
        let scope: AppScope? = try object.value("scope")
        let seatClaim = try object.text("seatClaim").map { try object.required(SeatClaimID($0)) }
        self.init(
            rule: rule,
            startDate: try object.date("startDate"),
            endDate: endDate,
            scope: scope,
            lineage: lineage,
            transactionID: try object.wire("transactionID"),
            productID: productID,
            ownership: ownership,
            grant: grant,
            invitation: invitation,
            invitedBy: invitedBy,
            seatClaim: seatClaim,
            conversion: conversion,
            note: note,
            evidence: evidence
        )
    }
}

extension AppScope: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("bundleID", bundleID)
        json.member("environment", environment)
    }

    package init(_ object: JSONReader) throws {
        self.init(
            bundleID: try object.required(object.wire("bundleID")),
            environment: try object.required(object.wire("environment"))
        )
    }
}

extension Evidence: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("digest", digest.hexadecimal)
        json.member("kind", kind)
        json.member("order", order)
    }

    package init(_ object: JSONReader) throws {
        let digest = try object.text("digest").flatMap { FactDigest(hexadecimal: $0) }
        self.init(
            kind: try object.required(object.wire("kind")),
            order: try object.required(object.value("order")),
            digest: try object.required(digest)
        )
    }
}

extension FactOrder: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("milliseconds", milliseconds)
        json.member("rank", Int64(rank.rawValue))
        json.member("tie", DirectTie(tie: tie))
    }

    package init(_ object: JSONReader) throws {
        milliseconds = try object.required(object.integer("milliseconds"))
        rank = try object.required(
            object.integer("rank").flatMap { UInt8(exactly: $0) }.flatMap { FactRank(rawValue: $0) }
        )
        let stated = try object.required(object.object("tie"))
        if let digest = try stated.object("digest") {
            tie = .digest(try object.required(digest.text("_0").flatMap { FactDigest(hexadecimal: $0) }))
        } else {
            tie = .sequence(try object.required(stated.object("sequence")?.integer("_0")))
        }
    }
}

/// A tie as the compiler's encoding of an enumeration spells it.
private struct DirectTie: DirectJSONEncodable {
    struct Value: DirectJSONEncodable {
        let tie: FactOrder.Tie

        func write(to json: inout JSONWriter) {
            switch tie {
            case .digest(let digest): json.member("_0", digest.hexadecimal)
            case .sequence(let number): json.member("_0", number)
            }
        }

        func encode(to encoder: any Encoder) throws { try tie.encode(to: encoder) }
    }

    let tie: FactOrder.Tie

    func write(to json: inout JSONWriter) {
        switch tie {
        case .digest: json.member("digest", Value(tie: tie))
        case .sequence: json.member("sequence", Value(tie: tie))
        }
    }

    func encode(to encoder: any Encoder) throws { try tie.encode(to: encoder) }
}
