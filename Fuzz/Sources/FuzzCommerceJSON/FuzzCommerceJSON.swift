// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.commerce }

    static func test(_ input: [UInt8]) {
        survive(
            GetImageListResponse.self,
            GetMessageListResponse.self,
            DefaultConfiguration.self,
            RealtimeURL.self,
            RealtimeResponseBody.self,
            UploadMessageRequestBody.self,
            PerformanceTestResponse.self,
            PerformanceTestResultResponse.self,
            ExternalPurchaseReport.self,
            AdvancedCommerceResponse.self,
            AdvancedCommerceSubscriptionCreateRequest.self,
            AdvancedCommerceOneTimeChargeCreateRequest.self,
            AdvancedCommerceSubscriptionModifyInAppRequest.self,
            AdvancedCommerceSubscriptionReactivateInAppRequest.self,
            AdvancedCommerceSubscriptionMigrateRequest.self,
            AdvancedCommerceRequestRefundRequest.self,
            in: Data(input)
        )
    }
}
