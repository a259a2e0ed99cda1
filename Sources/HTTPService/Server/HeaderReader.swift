// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD

/// Copies a request's header fields out of the library.
struct HeaderReader {
    private var fields: [HTTPHeaders.Field] = []
    private(set) var size = 0

    /// The fields.
    var headers: HTTPHeaders { HTTPHeaders(fields) }

    /// Reads the fields of the request that a connection is on.
    static func read(_ connection: OpaquePointer) -> HeaderReader {
        var reader = HeaderReader()
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
        return reader
    }

    private mutating func add(_ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>) {
        size += name.count + value.count + 4
        unsafe fields.append(HTTPHeaders.Field(name: Self.text(name), value: Self.text(value)))
    }

    private static func text(_ bytes: UnsafeBufferPointer<CChar>) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
    }
}
