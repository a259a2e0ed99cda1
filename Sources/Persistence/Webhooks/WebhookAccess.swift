// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads what is to be sent to webhook endpoints.
package protocol WebhookReader: EventReader {}

/// Writes what is to be sent to webhook endpoints.
package protocol WebhookWriter: WebhookReader, EventWriter {}
