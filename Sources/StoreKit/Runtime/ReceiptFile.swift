// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Glibc
import Synchronization

/// The app receipt's file, and the place where `Bundle.main.appStoreReceiptURL` finds it.
///
/// The file is at `$STOREKIT_RECEIPT` when that is set, otherwise in a directory of this process under the temporary
/// one. Foundation on Linux always answers nil, and the property cannot be overridden from another module: the
/// entry of its getter in the class's method table is exchanged when StoreKit is first used. Where that is not
/// possible, ``StoreKitSimulator/receiptURL`` names the place.
final class ReceiptFile: Sendable {
    private struct State {
        var isStale = true
        var isWritten = false
    }

    private let state = Mutex(State())

    /// Where the receipt is.
    let url: URL

    init() {
        if let path = ProcessInfo.processInfo.environment["STOREKIT_RECEIPT"], !path.isEmpty {
            url = URL(fileURLWithPath: path)
        } else {
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent("StoreKit-\(ProcessInfo.processInfo.processIdentifier)", isDirectory: true)
                .appendingPathComponent("receipt")
        }
    }

    /// Lets the main bundle answer with the place of the file.
    func install() {
        MainBundleReceipt.url.withLock { $0 = url }
        _ = MainBundleReceipt.isInstalled
    }

    /// The next reader needs a new receipt.
    func invalidate() {
        state.withLock { $0.isStale = true }
    }

    var isStale: Bool { state.withLock { $0.isStale } }

    func write(_ receipt: Data) throws {
        let directory = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try receipt.write(to: url, options: .atomic)
        state.withLock { state in
            state.isStale = false
            state.isWritten = true
        }
    }

    /// Removes a file that this process wrote.
    func remove() {
        let isWritten = state.withLock { state in
            defer {
                state.isWritten = false
                state.isStale = true
            }
            return state.isWritten
        }
        guard isWritten else { return }
        do {
            try FileManager.default.removeItem(at: url)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            StoreLog.warn("the receipt of an earlier store could not be removed: \(error)")
        }
    }
}

/// A class whose only method takes the place of `Bundle.appStoreReceiptURL`'s getter.
///
/// It is called with a bundle as `self`; nothing of this class may be touched but `self`'s identity.
private class MainBundleReceipt {
    static let url = Mutex<URL?>(nil)

    // The first and only entry of this class's method table.
    var appStoreReceiptURL: URL? {
        guard ObjectIdentifier(self) == ObjectIdentifier(Bundle.main) else { return nil }
        StoreRuntime.shared.writeStaleReceipt()
        return Self.url.withLock { $0 }
    }

    /// Exchanges the entry, once; false where Foundation's getter is not found.
    static let isInstalled: Bool = {
        let symbol = "$s10Foundation6BundleC18appStoreReceiptURL0A10Essentials0F0VSgvg"
        guard let theirs = dlsym(nil, symbol), let ours = table(of: MainBundleReceipt.self)[firstMethod] else {
            return false
        }
        let methods = table(of: Bundle.self)
        for entry in firstMethod..<limbCount(of: Bundle.self) where methods[entry] == UnsafeRawPointer(theirs) {
            methods[entry] = ours
            return true
        }
        return false
    }()

    /// The words of a class's metadata before its methods: kind, superclass, three of sizes, descriptor, destroyer.
    private static var firstMethod: Int { 7 }

    /// The words of a class's metadata from its address on: the size in bytes, less what stands before the address.
    private static func limbCount(of type: AnyClass) -> Int {
        let sizes = UInt(bitPattern: table(of: type)[4])
        return (Int(sizes & 0xffff_ffff) - Int(sizes >> 32)) / MemoryLayout<UnsafeRawPointer>.size
    }

    private static func table(of type: AnyClass) -> UnsafeMutablePointer<UnsafeRawPointer?> {
        unsafeBitCast(type, to: UnsafeMutablePointer<UnsafeRawPointer?>.self)
    }
}
