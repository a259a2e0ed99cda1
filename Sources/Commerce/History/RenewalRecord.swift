// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One word about what will happen next, and the fact that said it.
public struct RenewalRecord: Hashable, Sendable {
    /// What was said.
    public var info: RenewalInfo

    /// The fact.
    public var evidence: Evidence

    /// Creates a record.
    package init(info: RenewalInfo, evidence: Evidence) {
        self.info = info
        self.evidence = evidence
    }
}
