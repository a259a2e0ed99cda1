// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.serverAnswers }

    static func test(_ input: [UInt8]) {
        survive(
            APIErrorPayload.self,
            StatusResponse.self,
            HistoryResponse.self,
            RefundHistoryResponse.self,
            RefundLookupResponse.self,
            TransactionInfoResponse.self,
            AppTransactionInfoResponse.self,
            OrderLookupResponse.self,
            ExtendRenewalDateResponse.self,
            MassExtendRenewalDateResponse.self,
            MassExtendRenewalDateStatusResponse.self,
            SendTestNotificationResponse.self,
            CheckTestNotificationResponse.self,
            NotificationHistoryResponse.self,
            NotificationHistoryRequest.self,
            in: Data(input)
        )
    }
}
