// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A change of the contract that a client of the earlier contract does not survive: it fails, or no longer compiles when it is
/// generated again.
struct BreakingChange: Hashable, Comparable, CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case operationRemoved, operationRenamed, groupChanged, accessRestricted, schemeChanged
        case parameterRemoved, parameterRequired, bodyRequired, bodyRemoved
        case mediaTypeRemoved, statusRemoved, statusAdded, contentRemoved, headerRemoved
        case memberRemoved, memberRequired, memberOptional
        case typeChanged, typeRenamed, formatChanged, nullRejected, nullAdded
        case valueRemoved, valueAdded, boundNarrowed, boundWidened, patternChanged
    }

    var kind: Kind
    /// Where in the contract, such as `POST /v1/orders: body.quantity`.
    var place: String
    /// What was and what is.
    var text: String

    var description: String { "\(place): \(text)" }

    static func < (first: BreakingChange, second: BreakingChange) -> Bool {
        (first.place, first.text) < (second.place, second.text)
    }
}
