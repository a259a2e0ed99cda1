// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

/// Compares what the modules declare with Apple's public names and signatures.
///
/// The lists under `Fixtures/Surface` hold a path and a declaration in each line; every difference is there with
/// its reason. Three rules hold throughout and are not differences: optional requirements have their defaults in an
/// extension, because Swift alone has no optional ones; a protocol's parents are compared as conformances; and
/// attributes other than isolation and `@frozen` do not count.
@Suite struct SurfaceTests {
    @Test(arguments: ["StoreKit", "StoreKitTest"])
    func `every public name of Apple's is there with its signature`(module: String) async throws {
        let ours = try await SymbolGraph(of: module)
        let known = try Surface.differences()
        var missing: [String] = []
        for (path, declaration) in try Surface.lines(module) where known[path] == nil {
            let wanted = Surface.normalized(declaration)
            if ours.declarations[path]?.contains(wanted) != true {
                let found = ours.declarations[path]?.sorted().joined(separator: " | ") ?? "nothing"
                missing.append("\(path): \(wanted), found \(found)")
            }
        }
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test func `every conformance of Apple's is there`() async throws {
        let graphs = [try await SymbolGraph(of: "StoreKit"), try await SymbolGraph(of: "StoreKitTest")]
        let known = try Surface.differences()
        let missing = try Surface.lines("Conformances").filter { type, parent in
            known[type] == nil && !graphs.contains { $0.conformances[type]?.contains(parent) == true }
        }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func `a difference that is listed is one`() async throws {
        let graphs = [try await SymbolGraph(of: "StoreKit"), try await SymbolGraph(of: "StoreKitTest")]
        let apple = try ["StoreKit", "StoreKitTest"].flatMap { try Surface.lines($0) }
        for (path, reason) in try Surface.differences() {
            #expect(reason.hasSuffix("."))
            let declarations = apple.filter { $0.0 == path }.map { Surface.normalized($0.1) }
            #expect(!declarations.isEmpty, "\(path) is not one of Apple's names")
            let isThere = declarations.contains { wanted in
                graphs.contains { $0.declarations[path]?.contains(wanted) == true }
            }
            #expect(!isThere, "\(path) is as Apple declares it: take it off the list")
        }
    }

    @Test func `what Apple does not have is what is listed`() async throws {
        let ours = try await SymbolGraph(of: "StoreKit")
        let apple = Set(try Surface.lines("StoreKit").map(\.0))
        let listed = Set(try Surface.lines("Additions").map(\.0))
        let added = Set(ours.declarations.keys).subtracting(apple).filter { path in
            // The compiler's own names, and members of types that are listed.
            let name = path.split(separator: ".").last.map(String.init) ?? path
            let owner = path.split(separator: ".").dropLast().joined(separator: ".")
            return !Surface.everywhere.contains(name) && !listed.contains(owner)
        }
        #expect(added.subtracting(listed).sorted().isEmpty, "\(added.subtracting(listed).sorted())")
    }
}

/// The committed lists.
enum Surface {
    /// Members that the compiler or a protocol gives to every type.
    static let everywhere: Set<String> = [
        "==(_:_:)", "hash(into:)", "hash", "isEqual(_:)", "init()", "Element", "debugDescription", "init(rawValue:)",
        "rawValue", "init(from:)",
    ]

    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Surface")

    static func lines(_ list: String) throws -> [(String, String)] {
        try String(contentsOf: directory.appendingPathComponent(list + ".txt"), encoding: .utf8).split(separator: "\n")
            .map { line in
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }
    }

    static func differences() throws -> [String: String] {
        Dictionary(try lines("Differences")) { first, _ in first }
    }

    /// A declaration without attributes, qualifiers, line breaks and what the three rules leave out.
    static func normalized(_ declaration: String) -> String {
        declaration
            .replacing(#/@(?!MainActor|frozen)\w+(\([^)]*\))?\s*/#, with: "")
            .replacing("`", with: "")
            .replacing(#/\b(optional|override|open) /#, with: "")
            .replacing(#/^(protocol \w+).*$/#) { String($0.output.1) }
            .replacing(#/\b([A-Z]\w*\.)+(?=[A-Za-z])/#, with: "")
            .replacing(#/\s+/#, with: "")
    }
}

/// What a module declares, read by the toolchain from the built module.
struct SymbolGraph {
    private(set) var declarations: [String: Set<String>] = [:]
    private(set) var conformances: [String: Set<String>] = [:]

    private struct Document: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { var precise: String }
            struct Fragment: Decodable { var spelling: String }

            var identifier: Identifier
            var pathComponents: [String]
            var declarationFragments: [Fragment]
        }

        struct Relationship: Decodable {
            var kind: String
            var source: String
            var target: String
            var targetFallback: String?
        }

        var symbols: [Symbol]
        var relationships: [Relationship]
    }

    init(of module: String) async throws {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("surface-\(UUID())")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        try await Self.extract(module, to: output)
        let files = try FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
        let documents = try files.map { try JSONDecoder().decode(Document.self, from: Data(contentsOf: $0)) }
        var names: [String: String] = [:]
        for symbol in documents.flatMap(\.symbols) {
            let path = symbol.pathComponents.joined(separator: ".")
            names[symbol.identifier.precise] = path
            let declaration = symbol.declarationFragments.map(\.spelling).joined()
            declarations[path, default: []].insert(Surface.normalized(declaration))
        }
        for relationship in documents.flatMap(\.relationships)
        where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
            guard let type = names[relationship.source] else { continue }
            let parent = names[relationship.target] ?? relationship.targetFallback ?? ""
            conformances[type, default: []].insert(parent.split(separator: ".").last.map(String.init) ?? "")
        }
    }

    private static func extract(_ module: String, to output: URL) async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let libraries = try FileManager.default
            .contentsOfDirectory(at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
            .filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent("module.modulemap").path) }
        let modules = Bundle.main.bundleURL.appendingPathComponent("Modules")
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target]
            + ([modules] + libraries).flatMap { ["-I", $0.path] }
            + ["-output-dir", output.path, "-minimum-access-level", "public", "-skip-synthesized-members"]
        // Waiting with the process's own call would hold one of the few threads that all tests share.
        let ended = AsyncStream.makeStream(of: Never.self)
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        for await _ in ended.stream {}
        try process.checkLimit()
        try #require(process.terminationStatus == 0, "swift-symbolgraph-extract failed for \(module)")
    }

    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }
}
