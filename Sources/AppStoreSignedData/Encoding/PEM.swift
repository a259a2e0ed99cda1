// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The PEM spelling of DER bytes.
///
/// <https://www.rfc-editor.org/rfc/rfc7468>
enum PEM {
    /// Writes bytes under a label, 64 characters to the line.
    static func encode(_ der: [UInt8], label: String) -> String {
        let text = Array(Data(der).base64EncodedString())
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return "-----BEGIN \(label)-----\n" + lines.joined(separator: "\n") + "\n-----END \(label)-----\n"
    }
}
