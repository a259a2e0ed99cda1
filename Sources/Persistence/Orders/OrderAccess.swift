// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads orders and deliveries.
package protocol OrderReader: FactReader {}

/// Writes orders and deliveries.
package protocol OrderWriter: OrderReader, FactWriter {}
