// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// The exchange rates that commands take by `--rates`.
enum RateFile {
    /// Reads a table with the columns currency and rate; without a path the example, which is said.
    ///
    /// - Throws: ``Failure`` that names the file and the line.
    static func read(_ path: String?, for command: String, _ terminal: Terminal) throws -> ExchangeRates {
        guard let path else {
            terminal.printError("purser \(command): using the example's exchange rates; give --rates for your own")
            return try .example()
        }
        do {
            return try ExchangeRates(tabSeparated: String(decoding: try terminal.read(path), as: UTF8.self))
        } catch let error as PriceDataError {
            throw Failure("\(path): \(error)")
        }
    }
}
