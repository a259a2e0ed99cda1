// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import HTTPService

/// Tables of the console as files.
enum ConsoleExport {
    /// A table as RFC 4180 writes it.
    static func csv(_ columns: [String], _ rows: [[String]], name: String) -> HTTPResponse {
        let text = CSVWriter.table(columns, rows)
        let headers: HTTPHeaders = [
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": "attachment; filename=\"\(name).csv\"",
        ]
        return HTTPResponse(headers: headers, body: .bytes(Data(text.utf8)))
    }
}
