// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether Apple is asked, with OCSP, if the certificates behind a document were withdrawn.
public enum CertificateRevocationMode: String, Sendable, Codable, CaseIterable {
    /// No one is asked.
    case off

    /// A certificate that is known to be withdrawn is refused; while no one answers it is accepted.
    case soft

    /// While no one answers nothing is accepted; Apple and apps are instructed to try again.
    case hard
}
