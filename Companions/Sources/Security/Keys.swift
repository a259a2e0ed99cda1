// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// The keys and values of keychain dictionaries. They never change, so they may be shared.

/// The class of an item.
public nonisolated(unsafe) let kSecClass: CFString = "class"

/// A password.
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"

/// A password of a server.
public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"

/// A key.
public nonisolated(unsafe) let kSecClassKey: CFString = "keys"

/// A certificate.
public nonisolated(unsafe) let kSecClassCertificate: CFString = "cert"

/// Whose item it is.
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"

/// What the item is for.
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"

/// The server that the item is for.
public nonisolated(unsafe) let kSecAttrServer: CFString = "srvr"

/// Bytes that tell the item apart.
public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"

/// The item's name for people.
public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"

/// A remark.
public nonisolated(unsafe) let kSecAttrComment: CFString = "icmt"

/// What kind of item it is, for people.
public nonisolated(unsafe) let kSecAttrDescription: CFString = "desc"

/// The apps that share the item.
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"

/// Whether the customer's other devices get the item.
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"

/// Whether or not other devices get the item.
public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"

/// When the item was made.
public nonisolated(unsafe) let kSecAttrCreationDate: CFString = "cdat"

/// When the item was changed.
public nonisolated(unsafe) let kSecAttrModificationDate: CFString = "mdat"

/// When the item can be read.
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"

/// While the device is unlocked.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// From the first unlocking on.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// While this device is unlocked.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// From this device's first unlocking on.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// While this device has a passcode and is unlocked.
public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// The item's secret.
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"

/// Whether the secret is asked for.
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"

/// Whether the attributes are asked for.
public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether a reference is asked for.
public nonisolated(unsafe) let kSecReturnRef: CFString = "r_Ref"

/// Whether a lasting reference is asked for.
public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = "r_PersistentRef"

/// How many items are asked for.
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"

/// One item.
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"

/// All items.
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"

/// Whether the newer of macOS's keychains is meant.
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Whether the customer may be asked who they are.
public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// The customer may not be asked.
public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
