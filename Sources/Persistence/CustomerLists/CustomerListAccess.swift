// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads what lists of customers are narrowed and sorted by, and on which days customers were seen.
package protocol CustomerListReader: CustomerReader {}

/// Writes what lists of customers are narrowed and sorted by, and on which days customers were seen.
package protocol CustomerListWriter: CustomerListReader, CustomerWriter {}
