// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Owns an OpenSSL buffer in memory, through which its PEM functions read and write.
@safe
final class MemoryBuffer {
    private let bio: OpaquePointer

    /// Makes an empty buffer.
    init() throws {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw CryptographyError.openSSL("out of memory") }
        unsafe self.bio = bio
    }

    /// Makes a buffer that holds some bytes.
    convenience init(reading bytes: [UInt8]) throws {
        try self.init()
        guard !bytes.isEmpty else { return }
        guard unsafe BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw CryptographyError.openSSL("out of memory")
        }
    }

    deinit {
        unsafe BIO_free_all(bio)
    }

    /// Lets a function read from the buffer.
    func use<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
        unsafe try body(bio)
    }

    /// Lets a function write to the buffer, and answers what it wrote.
    func write(_ body: (OpaquePointer) -> Int32) throws -> String {
        guard unsafe body(bio) == 1 else { throw CryptographyError.openSSL("the key cannot be written") }
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe copenssl_BIO_get_mem_data(bio, &start)
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
