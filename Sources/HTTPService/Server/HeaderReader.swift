// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Copies a request's header fields out of the library.
struct HeaderReader {
    private var fields: [HTTPHeaders.Field] = []
    private(set) var size = 0

    /// Whether a line ended with LF alone.
    ///
    /// The library takes that for a line end and hands out the lines without it. The texts that it hands out are parts of what
    /// it received, so the places where one ends and the next begins give it away: CR LF is two bytes.
    private(set) var hasBareLineFeed = false

    /// Whether a value continues on the next line; the library then moves the field behind the request's text.
    private(set) var hasFoldedLine = false

    /// The address behind the last text.
    private var end: UInt
    /// The address behind the empty line that ends the header fields, or the highest one when the library does not say.
    private let limit: UInt

    /// The fields.
    var headers: HTTPHeaders { HTTPHeaders(fields) }

    /// Reads the fields of the request that a connection is on, given the two ends of its request line.
    static func read(
        _ connection: OpaquePointer,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>
    ) -> HeaderReader {
        let size = unsafe cmicrohttpd_header_size(connection)
        var reader = unsafe HeaderReader(
            end: UInt(bitPattern: version) + UInt(strlen(version)),
            limit: size == 0 ? .max : UInt(bitPattern: method) + UInt(size)
        )
        reader.fields.reserveCapacity(12)
        unsafe withUnsafeMutablePointer(to: &reader) { pointer in
            unsafe _ = MHD_get_connection_values_n(
                connection,
                .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    guard let context = unsafe context else { return .NO }
                    let reader = unsafe context.assumingMemoryBound(to: HeaderReader.self)
                    unsafe reader.pointee.add(
                        UnsafeBufferPointer(start: name, count: nameSize),
                        UnsafeBufferPointer(start: value, count: value == nil ? 0 : valueSize)
                    )
                    return .YES
                },
                pointer
            )
        }
        // Behind the last line are its end and an empty line's.
        if reader.limit > reader.end, reader.limit - reader.end < 4 { reader.hasBareLineFeed = true }
        return reader
    }

    private init(end: UInt, limit: UInt) {
        self.end = end
        self.limit = limit
    }

    private mutating func add(_ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>) {
        size += name.count + value.count + 4
        let start = UInt(bitPattern: name.baseAddress)
        if start > limit { hasFoldedLine = true }
        if start == end + 1 { hasBareLineFeed = true }
        end = UInt(bitPattern: value.baseAddress) + UInt(value.count)
        unsafe fields.append(HTTPHeaders.Field(name: Self.text(name), value: Self.text(value)))
    }

    private static func text(_ bytes: UnsafeBufferPointer<CChar>) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
    }
}
