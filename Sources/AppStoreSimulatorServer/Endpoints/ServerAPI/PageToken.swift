// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials

/// Where a list continues: opaque to clients, good only for the same question.
struct PageToken: Hashable, Sendable {
    /// The last change that was listed.
    var position: Int64

    /// In a list that goes backwards, the newest change when it began; later calls list what is newer.
    var top: Int64

    /// In a list that goes backwards, the newest change of an earlier list: nothing up to it is sent again.
    var floor: Int64 = 0

    /// Whether a list that goes backwards has come to its end.
    var isAtEnd = false

    /// The text of a token for a question.
    func text(for question: String) -> String {
        "\(position)_\(top)_\(floor)_\(isAtEnd ? 1 : 0)_\(Self.mark(of: question))"
    }

    /// Reads a token; nothing when it is malformed or belongs to another question.
    init?(_ text: String, for question: String) {
        let parts = text.split(separator: "_")
        guard parts.count == 5, let position = Int64(parts[0]), let top = Int64(parts[1]), let floor = Int64(parts[2]),
            parts[3] == "0" || parts[3] == "1", parts[4] == Self.mark(of: question)
        else { return nil }
        self.position = position
        self.top = top
        self.floor = floor
        isAtEnd = parts[3] == "1"
    }

    init(position: Int64, top: Int64, floor: Int64 = 0, isAtEnd: Bool = false) {
        self.position = position
        self.top = top
        self.floor = floor
        self.isAtEnd = isAtEnd
    }

    private static func mark(of question: String) -> String {
        Base64URL.encode(SHA256.digest(of: Array(question.utf8)).prefix(12)).filter { $0 != "_" }
    }
}
