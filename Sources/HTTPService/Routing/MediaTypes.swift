// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The media types of files by their extension.
enum MediaTypes {
    private static let types = [
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
        "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
        "map": "application/json", "mjs": "text/javascript; charset=utf-8", "pdf": "application/pdf",
        "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
        "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2", "xml": "application/xml",
    ]

    /// The media type of a file.
    static func type(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
}
