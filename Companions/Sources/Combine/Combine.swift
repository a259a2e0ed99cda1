// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// StoreKit re-exports the same declarations, so both imports together name one type.
@_exported public import StoreKitCombine
