// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// Apple's keychain, as far as purchase code uses it: passwords of an account and a service, found by equal attributes.

/// Adds an item.
///
/// - Parameters:
///   - attributes: The item's class, attributes and value.
///   - result: Where the item goes in the form that the attributes ask for.
/// - Returns: Zero, or why it did not work.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.add(KeychainQuery(attributes)) { result?.pointee = $0 }
}

/// Finds items.
///
/// - Parameters:
///   - query: The class and the attributes to find, how many, and in what form.
///   - result: Where they go.
/// - Returns: Zero, or why it did not work.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.find(KeychainQuery(query)) { result?.pointee = $0 }
}

/// Changes items.
///
/// - Parameters:
///   - query: The class and the attributes to find.
///   - attributesToUpdate: What changes.
/// - Returns: Zero, or why it did not work.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    Keychain.shared.update(KeychainQuery(query), to: KeychainQuery(attributesToUpdate))
}

/// Deletes items.
///
/// - Parameter query: The class and the attributes to find.
/// - Returns: Zero, or why it did not work.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.shared.delete(KeychainQuery(query))
}

/// What a result means.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    switch status {
    case errSecSuccess: "No error." as NSString
    case errSecDuplicateItem: "The item already exists." as NSString
    case errSecItemNotFound: "The item was not found." as NSString
    case errSecParam: "The attributes are not those of an item." as NSString
    case errSecIO: "The keychain's file could not be written." as NSString
    default: nil
    }
}

/// It worked.
public let errSecSuccess: OSStatus = 0

/// The keychain's file could not be written.
public let errSecIO: OSStatus = -36

/// The attributes are not those of an item.
public let errSecParam: OSStatus = -50

/// The store of items is not there.
public let errSecNotAvailable: OSStatus = -25291

/// The item is there already.
public let errSecDuplicateItem: OSStatus = -25299

/// There is no such item.
public let errSecItemNotFound: OSStatus = -25300

/// The device has to be unlocked first; never so here.
public let errSecInteractionNotAllowed: OSStatus = -25308

/// The item cannot be read.
public let errSecDecode: OSStatus = -26275

/// The customer did not prove who they are; never so here.
public let errSecAuthFailed: OSStatus = -25293

/// The customer gave up; never so here.
public let errSecUserCanceled: OSStatus = -128

/// Something is missing in the app's rights; never so here.
public let errSecMissingEntitlement: OSStatus = -34018

/// This part is not written.
public let errSecUnimplemented: OSStatus = -4

/// A value is wrong.
public let errSecInvalidValue: OSStatus = -67701

/// Something unexpected happened.
public let errSecInternalError: OSStatus = -26276
