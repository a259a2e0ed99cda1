// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.serverAnswers)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let json = Data(bytes(start, count))
    survive(APIErrorPayload.self, json)
    survive(StatusResponse.self, json)
    survive(HistoryResponse.self, json)
    survive(RefundHistoryResponse.self, json)
    survive(RefundLookupResponse.self, json)
    survive(TransactionInfoResponse.self, json)
    survive(AppTransactionInfoResponse.self, json)
    survive(OrderLookupResponse.self, json)
    survive(ExtendRenewalDateResponse.self, json)
    survive(MassExtendRenewalDateResponse.self, json)
    survive(MassExtendRenewalDateStatusResponse.self, json)
    survive(SendTestNotificationResponse.self, json)
    survive(CheckTestNotificationResponse.self, json)
    survive(NotificationHistoryResponse.self, json)
    survive(NotificationHistoryRequest.self, json)
    return 0
}
