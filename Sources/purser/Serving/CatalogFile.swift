// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation

/// The products of a `.storekit` file, and the app that sells them.
struct CatalogFile: Sendable {
    /// The file's content.
    let file: StoreKitFile

    /// Where it came from, for messages.
    let path: String

    /// The app, which the file does not name.
    let app: CatalogApp

    /// Reads a file, or the demo's when no path is given.
    init(path: String?, bundleID: String?, appAppleID: Int?, terminal: Terminal) throws {
        let chosen = path ?? Self.demoPath
        guard let chosen else {
            throw UsageError("give --catalog FILE.storekit; the demo's catalogue is in Examples/Catalog.storekit")
        }
        self.path = chosen
        do {
            file = try StoreKitFile(contents: try terminal.read(chosen))
        } catch let failure as Failure {
            throw failure
        } catch let error as DecodingError {
            throw Failure("\(chosen) is no StoreKit configuration file: \(error.words)")
        }
        app = CatalogApp(
            bundleID: BundleID(rawValue: bundleID ?? "com.example.coffee"),
            appAppleID: AppAppleID(rawValue: Int64(appAppleID ?? 1_234_567_890)),
            name: bundleID ?? "Coffee"
        )
    }

    /// The simulator's catalogue.
    func catalog() throws -> Catalog {
        do {
            return try Catalog(file, app: app)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// The demo's catalogue, where the program is run from or beside it.
    private static var demoPath: String? {
        // The first argument is a bare name when the shell found the program on the PATH.
        let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let program = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [
            "Examples/Catalog.storekit",
            program.appending(path: "../share/purser/Catalog.storekit").path,
            program.appending(path: "../../../Examples/Catalog.storekit").path,
        ]
        return places.first { FileManager.default.fileExists(atPath: $0) }
    }
}
