// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Tables as <https://www.rfc-editor.org/rfc/rfc4180> writes them.
package enum CSVWriter {
    /// A table's text: a line that names the columns, then the rows.
    package static func table(_ columns: [String], _ rows: [[String]]) -> String {
        lines([columns] + rows)
    }

    /// Rows of a table whose first line was written before.
    package static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A cell that a spreadsheet cannot take for a formula, quoted where the table needs it.
    ///
    /// Product and customer names come from outside; a cell that begins like a formula gets an apostrophe, numbers
    /// stay.
    ///
    /// <https://owasp.org/www-community/attacks/CSV_Injection>
    private static func quoted(_ text: String) -> String {
        // By scalar: a carriage return and a line feed together are one character.
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
        let cell = isFormula && !isNumber(text) ? "'" + text : text
        let special: Set<Character> = [",", "\"", "\n", "\r", "\r\n"]
        guard cell.contains(where: special.contains) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether a text is a plain decimal number, such as `-12.50`.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard text.count - digits.count <= 1, digits.first?.isASCII == true else { return false }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
