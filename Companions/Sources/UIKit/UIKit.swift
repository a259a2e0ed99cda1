// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_exported public import Foundation
@_exported public import StoreKitPlatform
