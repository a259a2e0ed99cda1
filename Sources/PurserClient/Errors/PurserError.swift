// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Why something did not work, with a text for the customer.
public struct PurserError: Error, Hashable, Sendable {
    /// What went wrong.
    public let code: Code

    /// The store's own code, such as 2 for a canceled payment.
    public let storeCode: Int?

    /// The store's own text, or the server's explanation for developers.
    public let detail: String?

    /// The server's name of the problem, such as `unknown-product`.
    public let problem: String?

    /// The language of the text.
    public let language: PurserLanguage

    /// What the customer would pay for twice, for ``Code/conflict``.
    public let conflict: ConflictWarning?

    init(
        _ code: Code,
        storeCode: Int? = nil,
        detail: String? = nil,
        problem: String? = nil,
        conflict: ConflictWarning? = nil,
        language: PurserLanguage = .system
    ) {
        self.code = code
        self.storeCode = storeCode
        self.detail = detail
        self.problem = problem
        self.conflict = conflict
        self.language = language
    }

    /// The text to show.
    ///
    /// What the store said comes with its number in front: "2.You canceled the payment."
    ///
    /// - Parameter language: The language.
    /// - Returns: The text.
    public func text(in language: PurserLanguage) -> String {
        guard let storeCode else { return code.text(in: language) }
        return "\(storeCode).\(detail ?? StoreErrorText.text(of: storeCode, in: language))"
    }
}

extension PurserError: LocalizedError {
    /// The text to show.
    public var errorDescription: String? { text(in: language) }
}

extension PurserError: CustomNSError {
    /// The domain of these errors.
    public static var errorDomain: String { "PurserError" }

    /// A number that stays the same for each code.
    public var errorCode: Int { code.number }

    /// The text to show, for code that has an `NSError` or asks for `localizedDescription`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(in: language)] }
}

extension PurserError: CustomStringConvertible {
    /// What happened, for logs.
    public var description: String {
        [code.rawValue, problem, storeCode.map { "store code \($0)" }, detail].compactMap { $0 }
            .joined(separator: ": ")
    }
}
