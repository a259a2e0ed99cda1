// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads queued tasks.
package protocol JobReader: QueryReader {}

/// Writes queued tasks.
package protocol JobWriter: JobReader, QueryWriter {}
