// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import PurserServer

/// The keys that an app got at its first start, in a file with mode 0600.
///
/// The first app's are in `keys.json`; another app of the same server has `keys.BUNDLE-ID.json`.
struct KeyFile: Codable, Sendable {
    /// The app; absent in a file of an older version.
    var app: String?
    var publishableKey: String
    var secretKey: String

    /// Creates the keys of an app that has none and writes them; reads them back on later starts.
    ///
    /// - Parameters:
    ///   - folder: Where the files are.
    ///   - service: The service whose app it is.
    ///   - app: The app.
    ///   - isFirst: Whether it is the first app of the configuration.
    /// - Returns: The keys, the file that has them and whether they are new; `nil` when the app has keys that are in no
    ///   file here.
    /// - Throws: ``Failure``, or `DatabaseError`.
    static func prepare(
        in folder: String,
        service: PurserService,
        app: BundleID,
        isFirst: Bool
    ) async throws -> (keys: KeyFile, path: String, isNew: Bool)? {
        let (shared, own) = (folder + "/keys.json", "\(folder)/keys.\(fileName(of: app)).json")
        if let keys = try await service.createInitialKeys(of: app) {
            let file = KeyFile(app: app.rawValue, publishableKey: keys.publishableKey, secretKey: keys.secretKey)
            // A file of another app stays: its keys are shown nowhere else.
            let isFree = read(shared).map { $0.app == nil || $0.app == app.rawValue } ?? true
            let path = isFirst && isFree ? shared : own
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try SecretFile.write(try encoder.encode(file) + Data("\n".utf8), to: path)
            return (file, path, true)
        }
        for path in [own, shared] {
            if let file = read(path), file.app == app.rawValue || file.app == nil && isFirst {
                return (file, path, false)
            }
        }
        return nil
    }

    private static func read(_ path: String) -> KeyFile? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(KeyFile.self, from: $0) }
    }

    /// A bundle ID holds letters, digits, hyphens and periods; whatever else a configuration names goes into no path.
    private static func fileName(of app: BundleID) -> String {
        String(app.rawValue.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "_" })
    }
}
