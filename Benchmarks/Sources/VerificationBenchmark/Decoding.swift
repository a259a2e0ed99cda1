// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// One kind of document, as many as fill a mebibyte, and how long reading them all takes.
struct DecodingRow {
    let name: String
    let count: Int
    let bytes: Int
    private let chosen: Measured
    private let general: Measured?

    private static let mebibyte = 1 << 20

    /// A kind whose documents come one by one.
    private init(
        _ name: String,
        _ one: Data,
        _ read: @escaping (Data) throws -> Void,
        general: ((Data) throws -> Void)?
    ) {
        self.name = name
        count = max(1, Self.mebibyte / one.count)
        bytes = count * one.count
        let count = count
        chosen = Measured(name) { for _ in 0..<count { try read(one) } }
        self.general = general.map { read in Measured(name) { for _ in 0..<count { try read(one) } } }
    }

    private static func signed<Payload: SignedDocument>(
        _ name: String,
        _ type: Payload.Type,
        _ json: String
    ) -> DecodingRow {
        DecodingRow(
            name,
            Data(json.utf8),
            { _ = try Payload.decode($0) },
            general: { _ = try AppStoreJSON.decode(type, from: $0) }
        )
    }

    private static func plain<Value: Decodable>(_ name: String, _ type: Value.Type, _ json: Data) -> DecodingRow {
        DecodingRow(name, json, { _ = try AppStoreJSON.decode(type, from: $0) }, general: nil)
    }

    private static func report<Line: ReportLine>(_ name: String, _ type: Line.Type) -> DecodingRow {
        let cells = Line.columns.map { $0.contains("Date") ? "07/04/2026" : "12.50" }
        let lines =
            [Line.columns] + Array(repeating: cells, count: Self.mebibyte / (cells.joined().utf8.count + cells.count))
        let tsv = Data(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
        return DecodingRow(name, tsv, { _ = try Report<Line>(tsv: $0) }, general: nil)
    }

    /// Measures for a while.
    func run(for length: Duration) throws {
        try chosen.run(for: length)
        try general?.run(for: length)
    }

    /// The row of the table.
    var line: String {
        func milliseconds(_ measured: Measured?) -> String {
            guard let measured else { return pad("-", 9) }
            return pad(String(format: "%.2f", 1000 / measured.perSecond), 9)
        }
        let rate = Double(bytes) * chosen.perSecond / Double(Self.mebibyte)
        return name.padding(toLength: 40, withPad: " ", startingAt: 0) + pad(String(count), 7) + milliseconds(chosen)
            + milliseconds(general) + pad(String(format: "%.0f", rate), 8)
    }

    /// Every kind.
    static func all(_ material: Material) -> [DecodingRow] {
        let item = """
            {"quantity":"1","product_id":"com.example.benchmark.monthly","transaction_id":"2000000123456789",\
            "original_transaction_id":"2000000012345678","purchase_date":"2021-03-14 10:30:00 Etc/GMT",\
            "purchase_date_ms":"1615717800000","purchase_date_pst":"2021-03-14 03:30:00 America/Los_Angeles",\
            "expires_date":"2021-04-14 10:30:00 Etc/GMT","expires_date_ms":"1618396200000",\
            "expires_date_pst":"2021-04-14 03:30:00 America/Los_Angeles","web_order_line_item_id":"3",\
            "is_trial_period":"false","is_in_intro_offer_period":"false","in_app_ownership_type":"PURCHASED"}
            """
        let items = Array(repeating: item, count: 20).joined(separator: ",")
        let documents = Array(repeating: "\"\(material.transaction.rawValue)\"", count: 20).joined(separator: ",")
        return [
            signed("transaction", TransactionPayload.self, Material.transaction),
            signed("renewal info", RenewalInfoPayload.self, Material.renewalInfo),
            signed("app transaction", AppTransactionPayload.self, Material.appTransaction),
            signed("notification with two documents", NotificationPayload.self, material.outer),
            plain(
                "verifyReceipt answer, 20 transactions",
                VerifyReceiptResponse.self,
                Data(
                    #"{"status":0,"environment":"Sandbox","latest_receipt":"YQ==","latest_receipt_info":[\#(items)]}"#
                        .utf8
                )
            ),
            plain(
                "notification version 1, 20 transactions",
                NotificationV1.self,
                Data(
                    (#"{"notification_type":"DID_RENEW","environment":"PROD","auto_renew_status":"true","#
                        + #""unified_receipt":{"status":0,"latest_receipt_info":[\#(items)]}}"#).utf8
                )
            ),
            plain(
                "transaction history, a page of 20",
                HistoryResponse.self,
                Data(
                    (#"{"revision":"1_2","hasMore":true,"bundleId":"com.example.benchmark","environment":"Sandbox","#
                        + #""signedTransactions":[\#(documents)]}"#).utf8
                )
            ),
            plain(
                "error of the Server API",
                APIErrorPayload.self,
                Data(#"{"errorCode":4040010,"errorMessage":"No."}"#.utf8)
            ),
            report("sales report", SalesReportRow.self),
            report("subscription event report", SubscriptionEventReportRow.self),
        ]
    }
}
