// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Tables as <https://www.rfc-editor.org/rfc/rfc4180> writes them.
package enum CommaSeparated {
    /// A table's text: a line that names the columns, then the rows.
    package static func table(_ columns: [String], _ rows: [[String]]) -> String {
        ([columns] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func quoted(_ cell: String) -> String {
        let special: Set<Character> = [",", "\"", "\n", "\r", "\r\n"]
        guard cell.contains(where: special.contains) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
