// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.commerce)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let json = Data(bytes(start, count))
    survive(GetImageListResponse.self, json)
    survive(GetMessageListResponse.self, json)
    survive(DefaultConfiguration.self, json)
    survive(RealtimeURL.self, json)
    survive(RealtimeResponseBody.self, json)
    survive(UploadMessageRequestBody.self, json)
    survive(PerformanceTestResponse.self, json)
    survive(PerformanceTestResultResponse.self, json)
    survive(ExternalPurchaseReport.self, json)
    survive(AdvancedCommerceResponse.self, json)
    survive(AdvancedCommerceSubscriptionCreateRequest.self, json)
    survive(AdvancedCommerceOneTimeChargeCreateRequest.self, json)
    survive(AdvancedCommerceSubscriptionModifyInAppRequest.self, json)
    survive(AdvancedCommerceSubscriptionReactivateInAppRequest.self, json)
    survive(AdvancedCommerceSubscriptionMigrateRequest.self, json)
    survive(AdvancedCommerceRequestRefundRequest.self, json)
    return 0
}
