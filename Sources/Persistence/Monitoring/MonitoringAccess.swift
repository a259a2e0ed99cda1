// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads the backlogs.
package protocol MonitoringReader: RecordReader, WebhookReader {}
