// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

enum MultiSeatPriceTierMember: Int, CanonicalJSONKey {
    case price
    case quantity

    static let names = caseNames
}

extension MultiSeatPriceTier {
    init(_ object: CanonicalJSONObject<MultiSeatPriceTierMember>) throws(FastPathUnavailable) {
        self.init(price: try object.integer(.price), quantity: try object.integer(.quantity).map { Int($0) })
    }
}

enum TransactionMultiSeatMember: Int, CanonicalJSONKey {
    case invitationManagement
    case priceTiers
    case revokedSeatQuantity

    static let names = caseNames
}

extension TransactionMultiSeatInfo {
    init(_ object: CanonicalJSONObject<TransactionMultiSeatMember>) throws(FastPathUnavailable) {
        self.init(
            invitationManagement: try object.wire(.invitationManagement),
            priceTiers: try object.objects(.priceTiers) { tier throws(FastPathUnavailable) in
                try MultiSeatPriceTier(tier)
            },
            revokedSeatQuantity: try object.integer(.revokedSeatQuantity).map { Int($0) }
        )
    }
}

enum RenewalMultiSeatMember: Int, CanonicalJSONKey {
    case renewalPriceTiers

    static let names = caseNames
}

extension RenewalMultiSeatInfo {
    init(_ object: CanonicalJSONObject<RenewalMultiSeatMember>) throws(FastPathUnavailable) {
        self.init(
            renewalPriceTiers: try object.objects(.renewalPriceTiers) { tier throws(FastPathUnavailable) in
                try MultiSeatPriceTier(tier)
            }
        )
    }
}

enum UnclaimMember: Int, CanonicalJSONKey {
    case unclaimSeatIds
    case environment
    case appAppleId
    case bundleId
    case originalTransactionId

    static let names = caseNames
}

extension UnclaimInfo {
    init(_ object: CanonicalJSONObject<UnclaimMember>) throws(FastPathUnavailable) {
        self.init(
            unclaimSeatIds: try object.required(object.uuids(.unclaimSeatIds)).map(SeatClaimID.init(rawValue:)),
            environment: try object.wire(.environment),
            appAppleId: try object.integer(.appAppleId).map(AppAppleID.init(rawValue:)),
            bundleId: try object.wire(.bundleId),
            originalTransactionId: try object.wire(.originalTransactionId)
        )
    }
}
