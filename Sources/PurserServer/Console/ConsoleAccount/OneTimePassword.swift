// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence

/// Time-based one-time passwords, as authenticator apps compute them: six digits, 30 seconds, SHA-1.
///
/// <https://www.rfc-editor.org/rfc/rfc6238>
struct OneTimePassword: Sendable {
    let secret: [UInt8]

    private static let period: Int64 = 30

    /// The number of the 30 seconds in which an instant lies.
    static func step(of date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 / Double(period)).rounded(.down))
    }

    /// The six digits of a step.
    func code(of step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        let digest = HMACSHA1.code(for: counter, key: secret)
        let offset = Int(digest[19] & 0x0F)
        let number =
            (UInt32(digest[offset]) & 0x7F) << 24 | UInt32(digest[offset + 1]) << 16
            | UInt32(digest[offset + 2]) << 8 | UInt32(digest[offset + 3])
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The step whose code a person entered: the present one, or the one before or after for clocks that differ.
    ///
    /// - Parameters:
    ///   - entered: The digits.
    ///   - date: The present instant.
    ///   - last: The step of the code that was accepted last; that one and earlier ones are refused.
    /// - Returns: The step; `nil` when the code is wrong or was used.
    func step(of entered: String, at date: Date, after last: Int64) -> Int64? {
        let now = Self.step(of: date)
        var found: Int64?
        // All are compared, whichever fits.
        for step in [now - 1, now, now + 1]
        where constantTimeEquals(Array(code(of: step).utf8), Array(entered.utf8)) && step > last {
            found = step
        }
        return found
    }

    /// The secret in Base32, as people type it.
    var base32: String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, buffer, bits) = ("", 0, 0)
        for byte in secret {
            buffer = buffer << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                text.append(letters[buffer >> (bits - 5) & 31])
                bits -= 5
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(letters[buffer << (5 - bits) & 31]) }
        return text
    }

    /// The address that an authenticator app opens.
    func address(for name: String) -> String {
        "otpauth://totp/Purser:\(HTMLSegment.escape(name))?secret=\(base32)&issuer=Purser&algorithm=SHA1&digits=6&period=30"
    }
}

/// A person's second factor: the authenticator app's secret, and the codes for the day when the device is lost.
struct SecondFactor: Hashable, Sendable, Codable {
    var secret: Data
    /// The step of the code that was accepted last.
    var lastStep: Int64
    /// SHA-256 of the recovery codes that are left.
    var recovery: [Data]
    var enabled: Date

    static let recoveryCount = 10

    /// Accepts a code once: a one-time password or a recovery code.
    ///
    /// - Returns: Whether it was right.
    mutating func accept(_ entered: String, at date: Date) -> Bool {
        let text = entered.filter { !$0.isWhitespace && $0 != "-" }.lowercased()
        if let step = OneTimePassword(secret: Array(secret)).step(of: text, at: date, after: lastStep) {
            lastStep = step
            return true
        }
        let digest = Data(SHA256.digest(of: Array(text.utf8)))
        guard text.utf8.count == 16, let index = recovery.firstIndex(of: digest) else { return false }
        recovery.remove(at: index)
        return true
    }

    /// Makes recovery codes; they are shown once, and their hashes are stored.
    static func makeRecoveryCodes() -> (codes: [String], hashes: [Data]) {
        let codes = (0..<recoveryCount).map { _ in Hexadecimal.encode(SecureRandom.bytes(8)) }
        let shown = codes.map { code in
            stride(from: 0, to: 16, by: 4).map { String(code.dropFirst($0).prefix(4)) }.joined(separator: "-")
        }
        return (shown, codes.map { Data(SHA256.digest(of: Array($0.utf8))) })
    }
}

/// A sign-in whose password was right and whose code is awaited.
struct SignInChallenge: Hashable, Sendable, Codable {
    var user: String
    var generation: Int
    var began: Date
    var failures = 0

    static let cookie = "purser_console_challenge"
    static let lifetime: TimeInterval = 300
    static let maximumFailures = 5
    static let maximumCount = 1000

    /// The sign-ins, by the SHA-256 of the cookie.
    static let records = RecordStore<String, SignInChallenge>("console-challenges")
}
