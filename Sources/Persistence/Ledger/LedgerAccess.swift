// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads credits and the ledger.
package protocol LedgerReader: RecordReader {}

/// Writes credits and the ledger.
package protocol LedgerWriter: LedgerReader, RecordWriter {}
