// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads Apple's reports.
package protocol AppleReportReader: QueryReader {}

/// Writes Apple's reports.
package protocol AppleReportWriter: AppleReportReader, QueryWriter {}
