// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Keeps small records where other apps cannot read them.
///
/// A record that was written must be there after a power cut, whole or in its earlier form.
public protocol PurserStorage: Sendable {
    /// The names of all records.
    ///
    /// - Returns: The names, in any order.
    /// - Throws: An error when they cannot be read.
    func names() async throws -> [String]

    /// A record.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The record; nothing when there is none.
    /// - Throws: An error when it cannot be read.
    func read(_ name: String) async throws -> Data?

    /// Keeps a record.
    ///
    /// - Parameters:
    ///   - data: The record.
    ///   - name: Its name.
    /// - Throws: An error when it cannot be kept.
    func write(_ data: Data, as name: String) async throws

    /// Removes a record; one that is not there is no error.
    ///
    /// - Parameter name: Its name.
    /// - Throws: An error when it cannot be removed.
    func remove(_ name: String) async throws
}

/// Why a record could not be kept or read.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's number of the failure.
    public let number: Int

    /// What was tried, and how it failed.
    public let description: String

    init(number: Int, _ description: String) {
        self.number = number
        self.description = description
    }
}
