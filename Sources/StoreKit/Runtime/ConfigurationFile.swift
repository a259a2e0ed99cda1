// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// Finds and reads `.storekit` files.
package enum ConfigurationFile {
    /// Opens a store with a file, for a test session or for an app that has none.
    package static func store(at url: URL, isTestSession: Bool = false) throws -> SimulatedStore {
        try SimulatedStore(configuration: StoreKitFile(contents: Data(contentsOf: url)), isTestSession: isTestSession)
    }

    /// The file of a name in the resources of a bundle, next to the program, or below the working directory.
    package static func named(_ name: String) -> URL? {
        let file = name.hasSuffix(".storekit") ? name : name + ".storekit"
        for bundle in [Bundle.main] + Bundle.allBundles {
            if let url = bundle.url(forResource: String(file.dropLast(".storekit".count)), withExtension: "storekit") {
                return url
            }
        }
        // Resources lie in a directory beside the program.
        let places = [(Bundle.main.bundleURL, 2), (workingDirectory, 6)]
        return places.lazy.compactMap { place, depth in
            files(below: place, depth: depth) { $0.lastPathComponent == file }.first
        }
        .first
    }

    /// The first file below the working directory.
    static func first() -> URL? {
        files(below: workingDirectory, depth: 6) { $0.pathExtension == "storekit" }.first
    }

    private static var workingDirectory: URL {
        URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    }

    /// Files below a directory, the nearest first, and none that are hidden.
    private static func files(below directory: URL, depth: Int, where isWanted: (URL) -> Bool) -> [URL] {
        var level = [directory]
        for _ in 0..<depth {
            let contents = level.flatMap { directory in
                let found = try? FileManager.default.contentsOfDirectory(
                    at: directory,
                    includingPropertiesForKeys: [.isDirectoryKey],
                    options: [.skipsHiddenFiles]
                )
                // A directory that may not be read holds nothing for us.
                return (found ?? []).sorted { $0.path < $1.path }
            }
            let wanted = contents.filter(isWanted)
            if !wanted.isEmpty { return wanted }
            level = contents.filter { $0.hasDirectoryPath }
        }
        return []
    }
}

/// The store of an app that did not choose one.
enum DefaultStore {
    static func make() throws -> any StoreBackend {
        let environment = ProcessInfo.processInfo.environment
        if let address = environment["STOREKIT_SIMULATOR_URL"], !address.isEmpty {
            return DeferredStore(address: address, customer: environment["STOREKIT_CUSTOMER"] ?? "customer")
        }
        if let path = environment["STOREKIT_CONFIGURATION"], !path.isEmpty {
            return try ConfigurationFile.store(at: URL(fileURLWithPath: path))
        }
        if let file = ConfigurationFile.first() { return try ConfigurationFile.store(at: file) }
        StoreLog.warn(
            "there is no .storekit file below \(FileManager.default.currentDirectoryPath), so nothing is sold; "
                + "name one with STOREKIT_CONFIGURATION"
        )
        return try SimulatedStore(configuration: StoreKitFile())
    }
}
