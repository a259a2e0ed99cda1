// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite
import Foundation
import Synchronization

/// The SQLite VFS of a ``FaultyDisk``: the system's own, with the disk asked before each write, sync and lock.
enum FaultyFileSystem {
    /// Makes SQLite know a disk by its name; disks of tests are few and stay.
    static func register(_ disk: FaultyDisk) {
        guard let system = sqlite3_vfs_find(nil) else { return }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: system.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(disk.name.withCString { strdup($0) })
        vfs.pointee.szOsFile = system.pointee.szOsFile + Int32(headerSize)
        vfs.pointee.pAppData = Unmanaged.passRetained(disk).toOpaque()
        vfs.pointee.xOpen = openFile
        vfs.pointee.xDelete = deleteFile
        sqlite3_vfs_register(vfs, 0)
    }
}

/// What stands before the system's own file in the memory that SQLite gives for an open file.
private struct Header {
    var base: sqlite3_file
    var disk: Unmanaged<FaultyDisk>
    var path: Unmanaged<Path>
}

private final class Path: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}

// Made once and never changed afterward.
nonisolated(unsafe) private let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: makeMethods())
    return methods
}()

private let headerSize = MemoryLayout<Header>.stride

private let openFile:
    @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, sqlite3_filename?, UnsafeMutablePointer<sqlite3_file>?, Int32,
        UnsafeMutablePointer<Int32>?
    ) -> Int32 = { vfs, name, file, flags, outFlags in
        guard let vfs, let file, let system = sqlite3_vfs_find(nil), let data = vfs.pointee.pAppData else {
            return SQLITE_MISUSE
        }
        let header = UnsafeMutableRawPointer(file).bindMemory(to: Header.self, capacity: 1)
        let code = system.pointee.xOpen(system, name, real(file), flags, outFlags)
        guard code == SQLITE_OK else {
            file.pointee.pMethods = nil
            return code
        }
        header.pointee.disk = Unmanaged<FaultyDisk>.fromOpaque(data)
        header.pointee.path = .passRetained(Path(name.map { String(cString: $0) } ?? ""))
        file.pointee.pMethods = UnsafePointer(methods)
        return SQLITE_OK
    }

private let deleteFile: @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) -> Int32 = {
    vfs,
    name,
    syncFolder in
    guard let data = vfs?.pointee.pAppData, let name, let system = sqlite3_vfs_find(nil) else {
        return SQLITE_MISUSE
    }
    Unmanaged<FaultyDisk>.fromOpaque(data).takeUnretainedValue().willDelete(String(cString: name))
    return system.pointee.xDelete(system, name, syncFolder)
}

private func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<sqlite3_file>? {
    guard let file else { return nil }
    return (UnsafeMutableRawPointer(file) + headerSize).assumingMemoryBound(to: sqlite3_file.self)
}

private func system(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    real(file).unsafelyUnwrapped.pointee.pMethods.pointee
}

private func header(_ file: UnsafeMutablePointer<sqlite3_file>?) -> (disk: FaultyDisk, path: String) {
    let header = UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: Header.self).pointee
    return (header.disk.takeUnretainedValue(), header.path.takeUnretainedValue().text)
}

private func makeMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    // The second version: shared memory, but no mapped pages, which would bypass the writes.
    methods.iVersion = 2
    methods.xClose = { file in
        let code = system(file).xClose(real(file))
        UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: Header.self).pointee.path.release()
        return code
    }
    methods.xRead = { system($0).xRead(real($0), $1, $2, $3) }
    methods.xWrite = { file, bytes, count, offset in
        let (disk, path) = header(file)
        let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        if let code = disk.willWrite(path, buffer, at: Int(offset)) { return code }
        return system(file).xWrite(real(file), bytes, count, offset)
    }
    methods.xTruncate = { file, size in
        let (disk, path) = header(file)
        if let code = disk.willTruncate(path, to: Int(size)) { return code }
        return system(file).xTruncate(real(file), size)
    }
    methods.xSync = { file, flags in
        let (disk, path) = header(file)
        // What is synced is known from here on; the real disk need not wait.
        return disk.willSync(path) ?? SQLITE_OK
    }
    methods.xFileSize = { system($0).xFileSize(real($0), $1) }
    methods.xLock = { file, level in
        header(file).disk.willLock() ?? system(file).xLock(real(file), level)
    }
    methods.xUnlock = { system($0).xUnlock(real($0), $1) }
    methods.xCheckReservedLock = { system($0).xCheckReservedLock(real($0), $1) }
    methods.xFileControl = { system($0).xFileControl(real($0), $1, $2) }
    methods.xSectorSize = { system($0).xSectorSize(real($0)) }
    methods.xDeviceCharacteristics = { system($0).xDeviceCharacteristics(real($0)) }
    methods.xShmMap = { system($0).xShmMap(real($0), $1, $2, $3, $4) }
    methods.xShmLock = { file, offset, count, flags in
        // Only taking the writer's lock is refused, as another process in its way would.
        let isWriterLock = offset == 0 && flags & SQLITE_SHM_LOCK != 0 && flags & SQLITE_SHM_EXCLUSIVE != 0
        if isWriterLock, let code = header(file).disk.willLock() { return code }
        return system(file).xShmLock(real(file), offset, count, flags)
    }
    methods.xShmBarrier = { system($0).xShmBarrier(real($0)) }
    methods.xShmUnmap = { system($0).xShmUnmap(real($0), $1) }
    return methods
}
