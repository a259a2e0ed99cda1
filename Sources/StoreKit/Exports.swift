// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Apple's StoreKit brings these along, and purchase code relies on it.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import StoreKitCombine
@_exported public import StoreKitPlatform
