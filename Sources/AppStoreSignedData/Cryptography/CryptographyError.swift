// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// A piece of cryptography that could not be done: a key that is none, or a library that refused.
public struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    ///
    /// An open set: later versions may add members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes are not a key of a kind that is supported.
        public static let malformedKey = Code(rawValue: "malformed-key")

        /// The bytes are not a certificate.
        public static let malformedCertificate = Code(rawValue: "malformed-certificate")

        /// The key cannot do what was asked of it.
        public static let unsuitableKey = Code(rawValue: "unsuitable-key")

        /// OpenSSL refused.
        public static let operationFailed = Code(rawValue: "operation-failed")
    }

    /// What kind of failure it is.
    public let code: Code

    /// What failed and what to do, without any secret.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension CryptographyError {
    /// The failure of an OpenSSL function, with the library's own reason; empties the thread's error queue.
    static func openSSL(_ what: String, code: Code = .operationFailed) -> CryptographyError {
        let reason = OpenSSLReason.pop()
        return CryptographyError(code: code, message: reason.isEmpty ? what : "\(what) (\(reason))")
    }
}

/// OpenSSL's queue of errors, which belongs to the thread.
enum OpenSSLReason {
    /// The newest reason, and an empty queue.
    static func pop() -> String {
        let number = ERR_peek_last_error()
        ERR_clear_error()
        guard number != 0, let text = unsafe ERR_reason_error_string(number) else { return "" }
        return unsafe String(cString: text)
    }
}
