// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Darwin)
public import Foundation
import Security

/// Keeps records in the Keychain: on this device only, from its first unlocking on.
///
/// What is there outlives the app's removal, so a purchase that was paid and not verified is found by a new install.
public final class KeychainStorage: PurserStorage {
    /// The service that the records belong to.
    public let service: String

    // The Keychain may wait for the disk; no task's thread waits with it.
    private let queue = DispatchQueue(label: "PurserClient.keychain")

    /// Keeps records of a service.
    ///
    /// - Parameter service: A name, such as the app's identifier with `.purser` behind it.
    public init(service: String) {
        self.service = service
    }

    /// The names of all records.
    ///
    /// - Returns: The names.
    /// - Throws: ``StorageError`` when the Keychain refuses.
    public func names() async throws -> [String] {
        try await perform { [service] in
            var query = Self.query(service)
            query[kSecMatchLimit as String] = kSecMatchLimitAll
            query[kSecReturnAttributes as String] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            guard status != errSecItemNotFound else { return [] }
            guard status == errSecSuccess else { throw Self.error(status, "could not be listed") }
            let items = found as? [[String: Any]] ?? []
            return items.compactMap { $0[kSecAttrAccount as String] as? String }
        }
    }

    /// A record.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The record; nothing when there is none.
    /// - Throws: ``StorageError`` when the Keychain refuses.
    public func read(_ name: String) async throws -> Data? {
        try await perform { [service] in
            var query = Self.query(service, name)
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            query[kSecReturnData as String] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            guard status != errSecItemNotFound else { return nil }
            guard status == errSecSuccess else { throw Self.error(status, "could not be read") }
            return found as? Data
        }
    }

    /// Keeps a record.
    ///
    /// - Parameters:
    ///   - data: The record.
    ///   - name: Its name.
    /// - Throws: ``StorageError`` when the Keychain refuses.
    public func write(_ data: Data, as name: String) async throws {
        try await perform { [service] in
            let query = Self.query(service, name)
            let status = SecItemUpdate(query as CFDictionary, [kSecValueData as String: data] as CFDictionary)
            guard status == errSecItemNotFound else {
                guard status == errSecSuccess else { throw Self.error(status, "could not be written") }
                return
            }
            var item = query
            item[kSecValueData as String] = data
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let added = SecItemAdd(item as CFDictionary, nil)
            guard added == errSecSuccess else { throw Self.error(added, "could not be written") }
        }
    }

    /// Removes a record; one that is not there is no error.
    ///
    /// - Parameter name: Its name.
    /// - Throws: ``StorageError`` when the Keychain refuses.
    public func remove(_ name: String) async throws {
        try await perform { [service] in
            let status = SecItemDelete(Self.query(service, name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw Self.error(status, "could not be removed")
            }
        }
    }

    private static func query(_ service: String, _ name: String? = nil) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrSynchronizable as String: false,
        ]
        if let name { query[kSecAttrAccount as String] = name }
        return query
    }

    private static func error(_ status: OSStatus, _ what: String) -> StorageError {
        StorageError(number: Int(status), "a record of the Keychain \(what): status \(status)")
    }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
#endif
