// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// StoreKit re-exports the same declarations, as Apple's does through Foundation.
@_exported public import StoreKitPlatform
