// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Foundation
import Testing

/// The certificates in the tests of Apple's published Python package, read from its source distribution.
struct ApplePackage {
    private let text: String

    init() throws {
        let archive = try Self.archive()
        let path = try #require(
            String(decoding: PythonPeer.run(URL(filePath: "/bin/tar"), ["-tzf", archive.path()]), as: UTF8.self)
                .split(separator: "\n").first { $0.hasSuffix("/tests/test_x509_verifiction.py") }
        )
        let bytes = try PythonPeer.run(URL(filePath: "/bin/tar"), ["-xzOf", archive.path(), String(path)])
        text = String(decoding: bytes, as: UTF8.self)
    }

    private static func archive() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["PURSER_PYTHON_SDIST"] { return URL(filePath: path) }
        let folder = PythonPeer.package.appending(path: ".build/python")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let archive = files.filter { $0.lastPathComponent.hasPrefix("app_store_server_library-") }
            .filter { $0.lastPathComponent.hasSuffix(".tar.gz") }
            .max { $0.lastPathComponent < $1.lastPathComponent }
        guard let archive else {
            throw PythonPeer.Missing(
                description: "Apple's source distribution is missing; run: python3 -m pip download --no-binary :all: "
                    + "--no-deps -d .build/python app-store-server-library (or name it in PURSER_PYTHON_SDIST)"
            )
        }
        return archive
    }

    /// The base64 text of a constant in the file.
    func base64(_ name: String) throws -> String {
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " = \"") })
        return String(line.dropFirst(name.count + 4).prefix { $0 != "\"" })
    }

    /// The certificate in a constant of the file.
    func certificate(_ name: String) throws -> Certificate {
        try Certificate(der: #require(Data(base64Encoded: base64(name))))
    }

    /// The number in a constant of the file.
    func number(_ name: String) throws -> Int {
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " = ") })
        return try #require(Int(line.dropFirst(name.count + 3)))
    }
}
