// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import Foundation
import HTTPClient
import SQLite

extension Error {
    /// What failed, in one sentence for people: no type of the program and no code.
    var plainMessage: String {
        switch self {
        case let error as HTTPClientError: error.message
        case let error as SimulatorError: error.message
        case let error as SimulatorServiceError: error.message
        case let error as SQLiteError: "The history cannot be read or written: \(error.message)"
        case is DecodingError: "The history has a record that this version cannot read."
        case is CancellationError: "The simulator was stopped."
        case let error as any CustomStringConvertible & Error: error.description
        default: localizedDescription
        }
    }
}
