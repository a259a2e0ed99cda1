// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import HTTPService

/// Tables of the console as files.
enum ConsoleExport {
    /// A table as RFC 4180 writes it.
    static func csv(_ columns: [String], _ rows: [[String]], name: String) -> HTTPResponse {
        HTTPResponse(headers: headers(name), body: .bytes(Data(CSVWriter.table(columns, rows).utf8)))
    }

    /// A table that is too long for memory: its lines are written page by page, until a page is empty.
    static func csv(
        _ columns: [String],
        name: String,
        pages next: @escaping @Sendable () async throws -> [[String]]
    ) -> HTTPResponse {
        let body = HTTPBody.stream { writer in
            try await writer.write(CSVWriter.table(columns, []))
            while true {
                let rows = try await next()
                guard !rows.isEmpty else { return }
                try await writer.write(CSVWriter.lines(rows))
            }
        }
        return HTTPResponse(headers: headers(name), body: body)
    }

    private static func headers(_ name: String) -> HTTPHeaders {
        [
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": "attachment; filename=\"\(name).csv\"",
        ]
    }
}
