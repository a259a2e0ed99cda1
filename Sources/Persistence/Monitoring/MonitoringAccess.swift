// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads what waits.
package protocol MonitoringReader: RecordReader, WebhookReader {}

/// Writes what waits.
package protocol MonitoringWriter: MonitoringReader, RecordWriter, WebhookWriter {}
