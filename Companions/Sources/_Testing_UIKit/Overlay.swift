// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Swift Testing names this module as its overlay of UIKit. The compiler imports it into every file of a test target that
// imports both, also through SwiftUI, which exports UIKit. It is empty: what Apple's adds, attachments of images, needs
// a screen.
