// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

#if os(Linux)
import Glibc
#else
import Darwin
#endif

/// Keeps records as private files in a folder: readable by this user alone, written whole or not at all.
public final class FileStorage: PurserStorage {
    /// The folder.
    public let folder: URL

    // Files are written in the order of the calls, and never on a thread that tasks wait for.
    private let queue = DispatchQueue(label: "PurserClient.storage")

    /// Keeps records in a folder, which is made when it is first needed.
    ///
    /// - Parameter folder: The folder; it is made readable for this user alone.
    public init(folder: URL) {
        self.folder = folder
    }

    /// The usual folder of a program: below `$XDG_DATA_HOME`, or the user's application support.
    ///
    /// - Parameter app: The app's name.
    /// - Returns: The folder.
    public static func defaultFolder(for app: String) -> URL {
        let environment = ProcessInfo.processInfo.environment
        let base: URL
        if let chosen = environment["XDG_DATA_HOME"], chosen.hasPrefix("/") {
            base = URL(fileURLWithPath: chosen, isDirectory: true)
        } else {
            #if os(Linux)
            let home = environment["HOME"] ?? NSHomeDirectory()
            base = URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(
                ".local/share",
                isDirectory: true
            )
            #else
            base = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
                .appendingPathComponent("Library/Application Support", isDirectory: true)
            #endif
        }
        return base.appendingPathComponent("purser", isDirectory: true)
            .appendingPathComponent(RecordName.fileName(of: app), isDirectory: true)
    }

    /// The names of all records.
    ///
    /// - Returns: The names.
    /// - Throws: ``StorageError`` when the folder cannot be read.
    public func names() async throws -> [String] {
        try await perform { [folder] in
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { !$0.hasPrefix(".") }.compactMap(RecordName.init(fileName:)).map(\.text)
        }
    }

    /// A record.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The record; nothing when there is none.
    /// - Throws: An error when the file is there and cannot be read.
    public func read(_ name: String) async throws -> Data? {
        let file = file(of: name)
        return try await perform {
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return try Data(contentsOf: file)
        }
    }

    /// Keeps a record: in a new private file that is on the disk before it takes the old one's place.
    ///
    /// - Parameters:
    ///   - data: The record.
    ///   - name: Its name.
    /// - Throws: ``StorageError`` when it cannot be written.
    public func write(_ data: Data, as name: String) async throws {
        let file = file(of: name)
        try await perform { [folder] in
            try PrivateFile.makeFolder(folder)
            // Another process, such as an extension of the app, may write the same record at the same moment.
            let name = ".\(file.lastPathComponent).\(getpid()).new"
            let fresh = folder.appendingPathComponent(name)
            try PrivateFile.write(data, to: fresh.path)
            guard rename(fresh.path, file.path) == 0 else {
                throw StorageError.last("\(file.path) could not be put in its place")
            }
            try PrivateFile.synchronizeFolder(folder.path)
        }
    }

    /// Removes a record; one that is not there is no error.
    ///
    /// - Parameter name: Its name.
    /// - Throws: ``StorageError`` when it cannot be removed.
    public func remove(_ name: String) async throws {
        let file = file(of: name)
        try await perform { [folder] in
            guard unlink(file.path) == 0 else {
                guard errno == ENOENT else { throw StorageError.last("\(file.path) could not be removed") }
                return
            }
            try PrivateFile.synchronizeFolder(folder.path)
        }
    }

    private func file(of name: String) -> URL {
        folder.appendingPathComponent(RecordName.fileName(of: name), isDirectory: false)
    }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// Files that only this user can read.
private enum PrivateFile {
    static func makeFolder(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    static func write(_ data: Data, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.last("\(path) could not be made") }
        defer { close(descriptor) }
        // A file that an earlier run left there may have other permissions.
        guard fchmod(descriptor, 0o600) == 0 else { throw StorageError.last("\(path) could not be made private") }
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if os(Linux)
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError.last("\(path) could not be written") }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw StorageError.last("\(path) could not be brought to the disk") }
    }

    /// Makes the names in a folder survive a power cut.
    static func synchronizeFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError.last("\(path) could not be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageError.last("\(path) could not be brought to the disk") }
    }
}

extension StorageError {
    fileprivate static func last(_ what: String) -> StorageError {
        let number = errno
        return StorageError(number: Int(number), "\(what): \(String(cString: strerror(number)))")
    }
}

/// A record's name as a file's: letters, digits, dots, dashes; everything else by its number.
struct RecordName {
    var text: String

    static func fileName(of text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x2D || byte == 0x5F || (byte == 0x2E && !name.isEmpty)
            if isPlain { name.append(Character(UnicodeScalar(byte))) } else { name += "%" + Self.hexadecimal(byte) }
        }
        return name
    }

    init?(fileName: String) {
        guard let text = fileName.removingPercentEncoding else { return nil }
        self.text = text
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
