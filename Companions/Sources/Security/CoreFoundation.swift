// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// The names of Core Foundation that keychain code is written with; on Linux they stand for Foundation's own.

/// A dictionary.
public typealias CFDictionary = NSDictionary

/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary

/// A text.
public typealias CFString = NSString

/// Bytes.
public typealias CFData = NSData

/// A truth value.
public typealias CFBoolean = NSNumber

/// Anything.
public typealias CFTypeRef = AnyObject

/// A result of the system: zero when it worked.
public typealias OSStatus = Int32

/// It worked.
public var noErr: OSStatus { 0 }

// Both are implicitly unwrapped on Apple's systems, so that code with and without an exclamation mark compiles.

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
