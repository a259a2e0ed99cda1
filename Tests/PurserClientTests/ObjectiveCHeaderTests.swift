// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

/// What Objective-C code sees, and what the page for teams that move says of it.
@Suite struct ObjectiveCHeaderTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL
    private static let recorded = root.appending(path: "Documentation/Reference/PurserObjC.h")
    private static let pages = ["Documentation/MovingToTheSDK.md", "Documentation/MovingToTheSDK.zh-CN.md"]

    /// The header as the compiler writes it now.
    private static func header() throws -> String {
        let process = ChildProcess()
        process.executableURL = root.appending(path: "Scripts/objc-header")
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "Modules")
        process.arguments = [built.path]
        let file = FileManager.default.temporaryDirectory.appending(path: "header-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        try #require(process.terminationStatus == 0, "Scripts/objc-header failed")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The classes of a header with their selectors, such as "-[PurserIAPTool nt_addIAPObserver]", and properties.
    private static func names(in header: String) -> Set<String> {
        var (names, owner): (Set<String>, Substring) = ([], "")
        for line in header.split(separator: "\n") {
            if let start = line.firstMatch(of: /^@interface (\w+)/) { owner = start.1 }
            if let enumeration = line.firstMatch(of: /^typedef SWIFT_ENUM_NAMED\(NSInteger, (\w+)/) {
                names.insert(String(enumeration.1))
            }
            if line.hasPrefix("@property") {
                let name = line.firstMatch(of: /\^ _Nullable (\w+)\)|(\w+);$/)
                if let name = name?.1 ?? name?.2 { names.insert("\(owner).\(name)") }
            }
            guard let method = line.firstMatch(of: /^([+-]) \((?:[^()]|\([^()]*\))*\)(.*);$/) else { continue }
            let parts = method.2.matches(of: /(\w+):\(/).map { "\($0.1):" }
            let selector = parts.isEmpty ? String(method.2.prefix { $0 != " " }) : parts.joined()
            names.insert("\(method.1)[\(owner) \(selector)]")
        }
        return names
    }

    @Test func `the header that is recorded is the one that the compiler writes`() throws {
        let header = try Self.header()
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(header.utf8).write(to: Self.recorded)
        }
        let known = try String(contentsOf: Self.recorded, encoding: .utf8)
        #expect(known == header, "record it: RECORD=1 swift test --filter ObjectiveCHeaderTests")
    }

    @Test(arguments: pages) func `every call of the two tools is in the header and in the page's table`(
        page: String
    ) throws {
        let header = Self.names(in: try String(contentsOf: Self.recorded, encoding: .utf8))
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let calls = text.matches(of: /`([+-]\[Purser\w+ [\w:]+\]|PurserIAPTool\.\w+)`/).map { String($0.1) }
        for call in calls { #expect(header.contains(call), "the header has no \(call)") }
        // What the tools declare, as their own headers spell it.
        let tool = [
            "+shareInstance", "-nt_addIAPObserver", "failureBlock", "verifyTransactionReceiptHandler",
            "verifyKeychainReceiptHandler", "-nt_buyWithProductId:hudHandler:",
            "-nt_restoreWithHUDHandler:completedTransactionsHUDHandler:", "-nt_finishTransaction:",
            "-nt_hasKeychainReceipt", "-nt_verifyKeychainReceiptHUDHandler:", "-nt_deleteKeychainReceipt",
            "-nt_openSubscriptions", "-nt_getIsSandbox",
        ]
        let manager = [
            "+shareInstance", "-canMakePayments", "-payWithPruductId:orderId:cloudToken:infoCallBack:",
            "-checkOrderStatus", "-appNameFromBundleId:",
        ]
        for (name, names) in [("PurserIAPTool", tool), ("PurserInpurchaseManager", manager)] {
            for call in names {
                let isMethod = call.hasPrefix("+") || call.hasPrefix("-")
                let ours = isMethod ? "\(call.prefix(1))[\(name) \(call.dropFirst())]" : "\(name).\(call)"
                #expect(calls.contains(ours), "\(page) has no \(ours)")
                #expect(text.contains("| `\(call)` |"), "\(page) has no row for \(call)")
            }
        }
        // What the header has besides them is explained too.
        for call in header where call.hasPrefix("+[PurserSetup") { #expect(calls.contains(call), "\(page): \(call)") }
    }

    @Test func `the podspec names every source file of the two libraries`() throws {
        let spec = try String(contentsOf: Self.root.appending(path: "Purser.podspec"), encoding: .utf8)
        let globs = spec.matches(of: /source_files = '([^']+)'/).map { String($0.1) }
        #expect(globs == ["Sources/PurserClient/**/*.swift", "Sources/PurserObjC/**/*.swift"])
        for glob in globs {
            let folder = Self.root.appending(path: String(glob.prefix { $0 != "*" }))
            #expect(
                FileManager.default.enumerator(atPath: folder.path)?.contains { "\($0)".hasSuffix(".swift") } == true
            )
        }
        let program = try String(
            contentsOf: Self.root.appending(path: "Sources/purser/CommandLine/Program.swift"),
            encoding: .utf8
        )
        let version = try #require(program.firstMatch(of: /static let version = "(.*)"/)?.1)
        #expect(spec.contains("spec.version = '\(version)'"))
        // The oldest systems are the package's.
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        for (name, system) in [("iOS", "ios"), ("macOS", "osx"), ("tvOS", "tvos"), ("watchOS", "watchos")] {
            let version = try #require(
                manifest.firstMatch(of: try Regex("\\.\(name)\\(\\.v(\\d+)\\)"))?.output[1].substring
            )
            #expect(spec.contains("spec.\(system).deployment_target = '\(version).0'"))
        }
    }
}
