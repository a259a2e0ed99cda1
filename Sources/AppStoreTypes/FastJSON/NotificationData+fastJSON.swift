// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The members of NotificationData in the order in which Apple usually writes them; others have no usual form.
enum NotificationDataMember: Int, CanonicalJSONKey {
    case appAppleId
    case bundleId
    case bundleVersion
    case environment
    case signedTransactionInfo
    case signedRenewalInfo
    case status
    case consumptionRequestReason

    static let names = caseNames
}

extension NotificationData {
    init(_ object: CanonicalJSONObject<NotificationDataMember>) throws(FastPathUnavailable) {
        self.init(
            environment: try object.required(object.wire(.environment)),
            appAppleId: try object.integer(.appAppleId).map(AppAppleID.init(rawValue:)),
            bundleId: try object.required(object.wire(.bundleId)),
            bundleVersion: try object.string(.bundleVersion),
            signedTransactionInfo: try object.wire(.signedTransactionInfo),
            signedRenewalInfo: try object.wire(.signedRenewalInfo),
            status: try object.wire(.status),
            consumptionRequestReason: try object.wire(.consumptionRequestReason)
        )
    }
}
