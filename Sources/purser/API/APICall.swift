// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One call that `purser api` can make: an endpoint of Apple's and how the command line spells it.
struct APICall: Sendable {
    /// The word that chooses it.
    let name: String

    /// The operands as the help shows them.
    let operands: [String]

    /// The request as Apple documents it.
    let request: String

    /// What it does, in one sentence.
    let summary: String

    /// Its own options, without those of every call.
    let options: [Option]

    /// An example after `purser api`.
    let example: String

    /// Makes the call and prints the answer.
    let run: @Sendable (APISession) async throws -> Void

    init(
        _ name: String,
        _ operands: [String],
        _ request: String,
        _ summary: String,
        options: [Option] = [],
        example: String? = nil,
        run: @escaping @Sendable (APISession) async throws -> Void
    ) {
        self.name = name
        self.operands = operands
        self.request = request
        self.summary = summary
        self.options = options
        self.example =
            example ?? ([name] + operands.map { $0 == "ORDER-ID" ? "MVXXXXXXXX" : $0 }).joined(separator: " ")
        self.run = run
    }
}

extension APICall {
    /// Every call, in the order of the help.
    static let all: [APICall] =
        reading + mutations + groups + notifications + messaging + commerce + receipts + reports + products

    /// The call with a name.
    static func named(_ name: String) -> APICall? { all.first { $0.name == name } }

    /// The call's own help.
    var help: String {
        let all = options + APISession.options
        let width = (all.map(\.spelling.count).max() ?? 0) + 2
        let lines = { (options: [Option]) in
            options.map { "  \($0.spelling.padded(to: width))\($0.help)" }
        }
        let own = options.isEmpty ? [] : ["Options:"] + lines(options) + [""]
        let usage = (["purser api", name] + operands + ["[OPTION]…"]).joined(separator: " ")
        return
            ([summary, "", "Usage: \(usage)", "Sends: \(request)", ""] + own + ["Options of every call:"]
            + lines(APISession.options) + ["", APICommand.answers, "", "Example:", "  purser api \(example)"])
            .joined(separator: "\n")
    }
}
