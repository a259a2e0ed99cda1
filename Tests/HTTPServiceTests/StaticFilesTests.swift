// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@Suite struct StaticFilesTests {
    private func withFiles(_ body: (_ router: Router, _ folder: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/www/css", withIntermediateDirectories: true)
            try Data("body {}".utf8).write(to: URL(filePath: folder + "/www/css/main.css"))
            try Data("hidden".utf8).write(to: URL(filePath: folder + "/www/.secret"))
            try Data("outside".utf8).write(to: URL(filePath: folder + "/outside.txt"))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/www/link.txt",
                withDestinationPath: folder + "/outside.txt"
            )
            let files = StaticFiles(directory: folder + "/www")
            let router = Router { router in
                router.on(.get, "/files/{path...}") { try files.response(for: try $0.parameter("path"), to: $0) }
            }
            try await body(router, folder)
        }
    }

    @Test func `a file is served with its type and a tag, and not twice`() async throws {
        try await withFiles { router, _ in
            let client = InProcessClient(router)
            let first = try await client.send(.get, "/files/css/main.css")
            #expect(first.text == "body {}")
            #expect(first.headers["content-type"] == "text/css; charset=utf-8")
            let tag = try #require(first.headers["etag"])
            let second = try await client.send(.get, "/files/css/main.css", headers: ["If-None-Match": tag])
            #expect(second.status == .notModified)
            #expect(second.body.isEmpty)
        }
    }

    @Test(
        arguments: [
            "../outside.txt", "%2e%2e/outside.txt", "css/../../outside.txt", ".secret", "link.txt", "css", "",
            "nothing.txt", "css/main.css%00.txt", "/etc/passwd",
        ]
    )
    func `nothing outside the folder and nothing hidden is served`(path: String) async throws {
        try await withFiles { router, _ in
            let answer = try await InProcessClient(router).send(.get, "/files/\(path)")
            #expect(answer.status == .notFound)
        }
    }

    @Test func `a large file goes over a socket whole`() async throws {
        try await withFiles { _, folder in
            let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            try bytes.write(to: URL(filePath: folder + "/www/large.bin"))
            let files = StaticFiles(directory: folder + "/www")
            try await withServer { router in
                router.on(.get, "/{path...}") { try files.response(for: try $0.parameter("path"), to: $0) }
            } _: { client, _ in
                let answer = try await client.send("GET", "/large.bin")
                #expect(answer.body == bytes)
                #expect(answer.header("content-type") == "application/octet-stream")
                #expect(try await client.send("HEAD", "/large.bin").header("content-length") == "3000000")
            }
        }
    }
}
