// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads events.
package protocol EventReader: FactReader {}

/// Writes events.
package protocol EventWriter: EventReader, FactWriter {
    /// Told when an event was written, so that the driver gives it its place after the commit.
    func didAppendEvent()
}
