// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// A file that only its owner can read, whatever the process's umask.
enum SecretFile {
    /// Writes a file with mode 0600, and the folders that are missing with 0700.
    ///
    /// - Throws: ``Failure``.
    static func write(_ bytes: Data, to path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try makeFolder(folder.path)
        } catch {
            throw Failure("cannot create the folder \(folder.path): \(error.systemReason)")
        }
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("cannot write \(path): \(String(cString: strerror(errno)))") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: bytes)
            try file.synchronize()
        } catch {
            unlink(temporary)
            throw Failure("cannot write \(path): \(error.systemReason)")
        }
        guard rename(temporary, path) == 0 else {
            throw Failure("cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Makes a folder, if it is not there, that only its owner can enter.
    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
