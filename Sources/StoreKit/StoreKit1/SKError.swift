// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a purchase of the original interface failed.
///
/// Values of this type are what transactions and delegates carry here; bridged to `NSError` they have Apple's domain
/// and codes.
///
/// <https://developer.apple.com/documentation/storekit/skerror>
public struct SKError: CustomNSError, LocalizedError, Sendable {
    /// What went wrong.
    public let code: SKError.Code

    private let details: Details

    /// What else is known; never changed after it was made.
    private struct Details: @unchecked Sendable {
        var userInfo: [String: Any]
    }

    /// Makes an error.
    public init(_ code: SKError.Code, userInfo: [String: Any] = [:]) {
        self.code = code
        details = Details(userInfo: userInfo)
    }

    /// Reads an error of Apple's domain; any other becomes an unknown one.
    public init(_nsError error: NSError) {
        let known = error.domain == SKErrorDomain ? Code(rawValue: error.code) : nil
        self.init(known ?? .unknown, userInfo: error.userInfo)
    }

    /// What else is known.
    public var userInfo: [String: Any] {
        details.userInfo.merging([NSLocalizedDescriptionKey: code.text]) { given, _ in given }
    }

    /// What else is known, for the bridge to `NSError`.
    public var errorUserInfo: [String: Any] { userInfo }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Apple's domain.
    public static var errorDomain: String { SKErrorDomain }

    /// What went wrong, in words.
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    /// What went wrong, in words.
    public var localizedDescription: String { errorDescription ?? code.text }
}

extension SKError: Hashable {
    /// Compares codes.
    public static func == (lhs: SKError, rhs: SKError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The domain of the original interface's errors.
public let SKErrorDomain: String = "SKErrorDomain"
