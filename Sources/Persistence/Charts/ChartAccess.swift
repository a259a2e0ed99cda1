// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads the stored totals of charts.
package protocol ChartReader: FactReader {}

/// Writes the stored totals of charts.
package protocol ChartWriter: ChartReader, FactWriter {}
