// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where a server listens, as `HOST:PORT` on the command line.
struct ListenAddress: Hashable, Sendable {
    var host: String
    var port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8080`, `[::1]:8080` or `:8080`, which listens on every address.
    init(_ text: String, option: String) throws(UsageError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw UsageError("--\(option) takes HOST:PORT such as 127.0.0.1:8080, not '\(text)'")
        }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: port)
    }

    /// The address as part of a link; a server on every address is reached on this machine's own.
    var reachable: String {
        let name = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        return "http://" + (name.contains(":") ? "[\(name)]" : name) + ":\(port)"
    }
}
