// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation

/// The products of a `.storekit` file, and the app that sells them.
struct CatalogFile: Sendable {
    /// The file's content.
    let file: StoreKitFile

    /// The file as it is.
    let contents: Data

    /// Where it came from, for messages.
    let path: String

    /// The app, which the file does not name.
    let app: CatalogApp

    /// Reads a file, or the demo's when no path is given.
    init(path: String?, bundleID: String?, appAppleID: Int?, terminal: Terminal) throws {
        self.path = path ?? "the demo's catalog"
        contents = try path.map { try terminal.read($0) } ?? Data(DemoCatalog.text.utf8)
        do {
            file = try StoreKitFile(contents: contents)
        } catch let error as DecodingError {
            throw Failure("\(self.path) is not a StoreKit configuration file: \(error.message)")
        }
        app = CatalogApp(
            bundleID: BundleID(rawValue: bundleID ?? "com.example.coffee"),
            appAppleID: AppAppleID(rawValue: Int64(appAppleID ?? 1_234_567_890)),
            name: bundleID ?? "Coffee"
        )
    }

    /// The simulator's catalog.
    func catalog() throws -> Catalog {
        do {
            return try Catalog(file, app: app)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }
}
