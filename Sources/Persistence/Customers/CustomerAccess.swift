// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads customers, what they claim and what they may use.
package protocol CustomerReader: EventReader, FactReader, LedgerReader {}

/// Writes customers, what they claim and what they may use.
package protocol CustomerWriter: CustomerReader, EventWriter, FactWriter, LedgerWriter {}
