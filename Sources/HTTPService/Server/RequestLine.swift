// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The first line of a request, with the checks of RFC 9112 that the library leaves to the application.
///
/// Two readers, such as a proxy and this server, must agree where a request ends. What they could read differently is
/// refused before the body is read, and the connection is closed.
///
/// <https://www.rfc-editor.org/rfc/rfc9112#section-6.3>
struct RequestLine: Sendable {
    var method: String
    var target: String
    var version: String

    /// Returns why a request with these header fields is refused, or `nil`.
    func fault(with reader: HeaderReader) -> String? {
        let headers = reader.headers
        if reader.hasFoldedLine { return "A header field continues on the next line. Write it on one line." }
        if reader.hasBareLineFeed { return "A line of the request ends with LF alone. End each line with CR LF." }
        if target.utf8.contains(0x20) { return "The request's target has a space. Write it as %20." }
        return fieldFault(headers) ?? hostFault(headers) ?? lengthFault(headers)
    }

    /// A name with a space before its colon or a CR inside a value hides a field from one of two readers.
    private func fieldFault(_ headers: HTTPHeaders) -> String? {
        for field in headers.fields {
            if field.name.isEmpty || !field.name.utf8.allSatisfy(Self.isToken) {
                return "Invalid header field name: '\(field.name.prefix(100))'. Use letters, digits and hyphens."
            }
            if field.value.utf8.contains(0x0D) {
                return "The header field \(field.name.prefix(100)) has a CR in its value. Remove it."
            }
        }
        return nil
    }

    private func hostFault(_ headers: HTTPHeaders) -> String? {
        let count = headers.values("host").count
        if count > 1 { return "The request has \(count) Host fields. Send one." }
        return count == 0 && version == "HTTP/1.1" ? "The request has no Host field. HTTP/1.1 requires one." : nil
    }

    private func lengthFault(_ headers: HTTPHeaders) -> String? {
        let lengths = headers.values("content-length")
        let codings = headers.values("transfer-encoding")
        if let coding = codings.first {
            if !lengths.isEmpty {
                return "The request has both Content-Length and Transfer-Encoding. Send one of them."
            }
            if version != "HTTP/1.1" {
                return "The request has Transfer-Encoding in \(version). Send Content-Length, or use HTTP/1.1."
            }
            if codings.count > 1 || !HTTPHeaders.same(coding, "chunked") {
                let shown = codings.joined(separator: ", ").prefix(100)
                return "Invalid Transfer-Encoding: '\(shown)'. Use chunked, or send Content-Length."
            }
        }
        return lengths.count > 1 ? "The request has \(lengths.count) Content-Length fields. Send one." : nil
    }

    /// Whether a byte may be in a field's name.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2>
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
