// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Serves the files of a folder.
///
/// Nothing outside the folder is served: dot segments and links that lead out are refused, and so are hidden files.
public struct StaticFiles: Sendable {
    private let root: String
    private let cacheControl: String

    /// Makes a server of a folder's files; browsers revalidate by a file's `ETag` unless the response allows caching.
    public init(directory: String, cacheControl: String = "no-cache") {
        root = URL(filePath: directory).resolvingSymlinksInPath().path(percentEncoded: false)
        self.cacheControl = cacheControl
    }

    /// Answers with a file; the path is percent-decoded, such as a route's rest.
    ///
    /// - Throws: A ``Problem`` of status 404 when there is no such file.
    public func response(for path: String, to request: HTTPRequest) throws -> HTTPResponse {
        guard let file = resolve(path), let (size, tag) = describe(file) else {
            throw Problem(.notFound, detail: "Nothing is at \(request.path).")
        }
        var headers: HTTPHeaders = [
            "Content-Type": MediaTypes.type(of: file), "ETag": tag, "Cache-Control": cacheControl,
            "X-Content-Type-Options": "nosniff",
        ]
        guard request.headers["if-none-match"] != tag else {
            headers["Content-Type"] = nil
            return HTTPResponse(status: .notModified, headers: headers)
        }
        return HTTPResponse(headers: headers, body: .file(path: file, size: size))
    }

    private func resolve(_ path: String) -> String? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !segments.isEmpty, segments.allSatisfy({ !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
        let prefix = root.hasSuffix("/") ? root : root + "/"
        let file = URL(filePath: prefix + segments.joined(separator: "/")).resolvingSymlinksInPath()
        let resolved = file.path(percentEncoded: false)
        return resolved.hasPrefix(prefix) ? resolved : nil
    }

    private func describe(_ file: String) -> (size: Int, tag: String)? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
            let changed = attributes[.modificationDate] as? Date
        else { return nil }
        let stamp = Int64(changed.timeIntervalSince1970 * 1_000_000)
        return (size, "\"\(String(size, radix: 16))-\(String(stamp, radix: 16))\"")
    }
}
