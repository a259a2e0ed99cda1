// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Apple's StoreKitTest brings it along, and tests rely on it.
@_exported public import StoreKit
