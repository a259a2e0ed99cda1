// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence

extension Error {
    /// What happened, on one line and for people: no codes of the program, and no tab that a table would split at.
    var plainMessage: String {
        var text = (self as? DatabaseError)?.message ?? (self as? Failure)?.message ?? "\(self)"
        // What a store was doing is worth reading where it is a statement, which only a mistake of the program gives.
        if text.hasSuffix("; in: connecting") { text.removeLast("; in: connecting".count) }
        return text.split { $0.isNewline || $0 == "\t" }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Why the system could not read or write a file, in the system's words and not in Foundation's.
    var systemReason: String {
        let error = self as NSError
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(cause.code)))
    }
}
