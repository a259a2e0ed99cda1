// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// A good input and the parser that reads it.
struct ParserSpecimen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let original: [UInt8]

    /// Whether the parser takes an input.
    let isRead: @Sendable ([UInt8]) -> Bool

    /// What is wrong with how the parser took an input; nothing when it refused it or kept it.
    let complaint: @Sendable ([UInt8]) -> String?

    /// A parser of JSON: what it reads must be written, read again and written the same.
    private static func json<Value: Codable & SendableMetatype>(_ type: Value.Type, _ text: String) -> ParserSpecimen {
        ParserSpecimen(
            testDescription: "\(type)",
            original: Array(text.utf8),
            isRead: { (try? AppStoreJSON.decode(type, from: Data($0))) != nil },
            complaint: { bytes in
                guard let value = try? AppStoreJSON.decode(type, from: Data(bytes)) else { return nil }
                guard let written = try? AppStoreJSON.encode(value),
                    let again = try? AppStoreJSON.decode(type, from: written)
                else { return "cannot be written and read again" }
                return (try? AppStoreJSON.encode(again)) == written ? nil : "changes each time it is written"
            }
        )
    }

    private static func report<Line: ReportLine>(_ line: Line.Type) -> ParserSpecimen {
        let rows = [Line.columns, Line.columns.map { $0.contains("Date") ? "07/04/2026" : "1.5" }]
        return ParserSpecimen(
            testDescription: "report of \(line)",
            original: Array(rows.map { $0.joined(separator: "\t") + "\n" }.joined().utf8),
            isRead: { (try? Report<Line>(tsv: Data($0))) != nil },
            complaint: { bytes in
                guard let report = try? Report<Line>(tsv: Data(bytes)) else { return nil }
                return (try? Report<Line>(tsv: report.tsv())) == nil ? "cannot be written and read again" : nil
            }
        )
    }

    private static func storeKitFile(_ version: Int) -> ParserSpecimen {
        ParserSpecimen(
            testDescription: ".storekit of version \(version)",
            original: (try? fixture("version\(version).storekit")).map { Array($0) } ?? [],
            isRead: { (try? StoreKitFile(contents: Data($0))) != nil },
            complaint: { bytes in
                guard let file = try? StoreKitFile(contents: Data(bytes)) else { return nil }
                guard let written = try? file.contents(), let again = try? StoreKitFile(contents: written) else {
                    return "cannot be written and read again"
                }
                return (try? again.contents()) == written ? nil : "changes each time it is written"
            }
        )
    }

    private static let item = """
        {"quantity":"1","product_id":"p","transaction_id":"2","original_transaction_id":"1",\
        "purchase_date":"2021-03-14 10:30:00 Etc/GMT","purchase_date_ms":"1615717800000","is_trial_period":"false",\
        "expires_date":"1618396200000","expires_date_formatted":"2012-04-30 15:10:55 Etc/GMT","bid":"b"}
        """

    static let all: [ParserSpecimen] =
        [
            json(TransactionPayload.self, Samples.transaction), json(RenewalInfoPayload.self, Samples.renewalInfo),
            json(AppTransactionPayload.self, Samples.appTransaction),
            json(
                NotificationPayload.self,
                """
                {"notificationType":"DID_RENEW","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20",\
                "version":"2.0","signedDate":1760000001000,"data":{"environment":"Sandbox","bundleId":"b",\
                "signedTransactionInfo":"a.b.c","status":1}}
                """
            ),
            json(
                VerifyReceiptResponse.self,
                #"{"status":21006,"receipt":\#(item),"latest_expired_receipt_info":\#(item),"auto_renew_status":0}"#
            ),
            json(
                NotificationV1.self,
                #"{"notification_type":"CANCEL","environment":"PROD","auto_renew_status":"true","latest_receipt_info":"#
                    + item + "}"
            ),
            json(
                StatusResponse.self,
                """
                {"environment":"Sandbox","bundleId":"b","appAppleId":1,"data":[{"subscriptionGroupIdentifier":"4",\
                "lastTransactions":[{"status":1,"originalTransactionId":"1","signedTransactionInfo":"a.b.c",\
                "signedRenewalInfo":"a.b.c"}]}]}
                """
            ),
            json(
                HistoryResponse.self,
                #"{"revision":"r","hasMore":true,"bundleId":"b","environment":"Production","signedTransactions":["a"]}"#
            ),
            json(APIErrorPayload.self, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#),
            report(SalesReportRow.self), report(SubscriptionReportRow.self), report(SubscriptionEventReportRow.self),
            report(SubscriberReportRow.self), report(FinancialReportRow.self), report(FinanceDetailReportRow.self),
        ] + (1...5).map(storeKitFile)
}
