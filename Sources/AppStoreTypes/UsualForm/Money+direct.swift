// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Money: DirectlyWritten, DirectlyRead {
    package func write(to json: inout DirectJSON) {
        json.member("currency", currency)
        json.member("milliunits", milliunits)
    }

    package init(_ object: DirectObject) throws {
        let currency: Currency = try object.required(object.wire("currency"))
        self.init(milliunits: try object.required(object.integer("milliunits")), currency: currency)
    }
}
