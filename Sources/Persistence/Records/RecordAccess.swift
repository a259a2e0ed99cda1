// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads records, keys and the audit log.
package protocol RecordReader: FactReader {}

/// Writes records, keys and the audit log.
package protocol RecordWriter: RecordReader, FactWriter {}
