// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// What a dictionary of the keychain says.
struct KeychainQuery: @unchecked Sendable {
    // Property list values, which nobody changes.
    var kind: String?
    var attributes: [String: NSObject] = [:]
    var secret: Data?
    var wantsData = false
    var wantsAttributes = false
    var wantsAll = false

    init(_ dictionary: NSDictionary) {
        for (key, value) in dictionary {
            guard let key = key as? String else { continue }
            switch key {
            case Self.text(kSecClass): kind = value as? String
            case Self.text(kSecValueData): secret = value as? Data
            case Self.text(kSecReturnData): wantsData = value as? Bool ?? false
            case Self.text(kSecReturnAttributes): wantsAttributes = value as? Bool ?? false
            case Self.text(kSecMatchLimit):
                let number = value as? Int
                wantsAll = value as? String == Self.text(kSecMatchLimitAll) || (number ?? 1) > 1
            case let other where Self.isAboutTheSearch(other): break
            default:
                if let value = Self.plain(value) { attributes[key] = value }
            }
        }
    }

    static func text(_ key: NSString) -> String { key as String }

    private static func isAboutTheSearch(_ key: String) -> Bool {
        // Which keychain, who may be asked, and forms that are not given here; and what matches both values.
        key.hasPrefix("r_") || key.hasPrefix("m_") || key.hasPrefix("u_") || key == text(kSecUseDataProtectionKeychain)
    }

    /// A value that a property list can hold.
    private static func plain(_ value: Any) -> NSObject? {
        switch value {
        case let text as String: text as NSString
        case let data as Data: data as NSData
        case let date as Date: date as NSDate
        case let number as NSNumber: number
        default: nil
        }
    }
}

/// The items, in memory or in the file that `$KEYCHAIN_FILE` names.
final class Keychain: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var items: [[String: NSObject]] = []
    private let file: URL?

    static let shared = Keychain(path: ProcessInfo.processInfo.environment["KEYCHAIN_FILE"])

    init(path: String?) {
        file = path.map { URL(fileURLWithPath: $0) }
        guard let file, let data = try? Data(contentsOf: file) else { return }
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        items = (list as? [[String: Any]] ?? []).map { item in
            item.compactMapValues { KeychainQuery(["value": $0]).attributes["value"] }
        }
    }

    /// What tells two items of a class apart.
    private static let identity = [kSecClass, kSecAttrAccount, kSecAttrService, kSecAttrServer, kSecAttrAccessGroup]
        .map(KeychainQuery.text)
    private static let kind = KeychainQuery.text(kSecClass)
    private static let secret = KeychainQuery.text(kSecValueData)

    func add(_ query: KeychainQuery, give: (CFTypeRef?) -> Void) -> OSStatus {
        lock.lock()
        defer { lock.unlock() }
        guard let kind = query.kind else { return errSecParam }
        var item = query.attributes
        item[Self.kind] = kind as NSString
        item[Self.secret] = (query.secret ?? Data()) as NSData
        for key in [kSecAttrCreationDate, kSecAttrModificationDate].map(KeychainQuery.text) {
            item[key] = item[key] ?? Date() as NSDate
        }
        guard !items.contains(where: { Self.isSame($0, item) }) else { return errSecDuplicateItem }
        items.append(item)
        let status = save()
        if status == errSecSuccess { give(form(of: item, query)) }
        return status
    }

    func find(_ query: KeychainQuery, give: (CFTypeRef?) -> Void) -> OSStatus {
        lock.lock()
        defer { lock.unlock() }
        let found = matching(query).map { items[$0] }
        guard let first = found.first else { return errSecItemNotFound }
        if query.wantsAll {
            give(found.map { form(of: $0, query) ?? NSNull() } as NSArray)
        } else {
            give(form(of: first, query))
        }
        return errSecSuccess
    }

    func update(_ query: KeychainQuery, to change: KeychainQuery) -> OSStatus {
        lock.lock()
        defer { lock.unlock() }
        let found = matching(query)
        guard !found.isEmpty else { return errSecItemNotFound }
        let before = items
        for index in found {
            items[index].merge(change.attributes) { $1 }
            if let secret = change.secret { items[index][Self.secret] = secret as NSData }
            items[index][KeychainQuery.text(kSecAttrModificationDate)] = Date() as NSDate
            let others = items.indices.filter { $0 != index }
            guard !others.contains(where: { Self.isSame(items[$0], items[index]) }) else {
                items = before
                return errSecDuplicateItem
            }
        }
        return save()
    }

    func delete(_ query: KeychainQuery) -> OSStatus {
        lock.lock()
        defer { lock.unlock() }
        let found = Set(matching(query))
        guard !found.isEmpty else { return errSecItemNotFound }
        items = items.indices.filter { !found.contains($0) }.map { items[$0] }
        return save()
    }

    private static func isSame(_ one: [String: NSObject], _ other: [String: NSObject]) -> Bool {
        identity.allSatisfy { one[$0] == other[$0] }
    }

    private func matching(_ query: KeychainQuery) -> [Int] {
        items.indices.filter { index in
            guard query.kind == nil || items[index][Self.kind] == query.kind.map({ $0 as NSString }) else {
                return false
            }
            return query.attributes.allSatisfy { key, value in
                // Whether other devices get an item makes no difference where there are none.
                let isAny = key == KeychainQuery.text(kSecAttrSynchronizable)
                // When an item can be read is no property that it is found by.
                return isAny || key == KeychainQuery.text(kSecAttrAccessible) || items[index][key] == value
            }
        }
    }

    private func form(of item: [String: NSObject], _ query: KeychainQuery) -> CFTypeRef? {
        guard query.wantsAttributes else { return query.wantsData ? item[Self.secret] : nil }
        var shown = item
        if !query.wantsData { shown[Self.secret] = nil }
        return shown as NSDictionary
    }

    private func save() -> OSStatus {
        guard let file else { return errSecSuccess }
        do {
            let data = try PropertyListSerialization.data(fromPropertyList: items, format: .xml, options: 0)
            try data.write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            return errSecSuccess
        } catch {
            FileHandle.standardError.write(Data("Security: \(file.path) could not be written: \(error)\n".utf8))
            return errSecIO
        }
    }
}
