// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CryptoKit

// The hashes that purchase code makes of a customer's name or a receipt; a file that needs more uses CryptoKit.

/// A number of bytes.
public typealias CC_LONG = UInt32

/// The length of an MD5 hash.
public let CC_MD5_DIGEST_LENGTH: Int32 = 16

/// The length of a SHA-1 hash.
public let CC_SHA1_DIGEST_LENGTH: Int32 = 20

/// The length of a SHA-256 hash.
public let CC_SHA256_DIGEST_LENGTH: Int32 = 32

/// The length of a SHA-384 hash.
public let CC_SHA384_DIGEST_LENGTH: Int32 = 48

/// The length of a SHA-512 hash.
public let CC_SHA512_DIGEST_LENGTH: Int32 = 64

/// Writes the MD5 hash of bytes, and answers where.
@discardableResult
public func CC_MD5(
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? { write(Insecure.MD5.self, data, len, md) }

/// Writes the SHA-1 hash of bytes, and answers where.
@discardableResult
public func CC_SHA1(
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? { write(Insecure.SHA1.self, data, len, md) }

/// Writes the SHA-256 hash of bytes, and answers where.
@discardableResult
public func CC_SHA256(
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? { write(SHA256.self, data, len, md) }

/// Writes the SHA-384 hash of bytes, and answers where.
@discardableResult
public func CC_SHA384(
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? { write(SHA384.self, data, len, md) }

/// Writes the SHA-512 hash of bytes, and answers where.
@discardableResult
public func CC_SHA512(
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? { write(SHA512.self, data, len, md) }

private func write<Function: HashFunction>(
    _: Function.Type,
    _ data: UnsafeRawPointer?,
    _ length: CC_LONG,
    _ place: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    var function = Function()
    function.update(bufferPointer: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length)))
    for (index, byte) in function.finalize().enumerated() { place?[index] = byte }
    return place
}
