// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import PurserClient
public import SwiftUI

/// A button that restores the customer's purchases, and says what came back.
///
/// App Review (3.1.1) requires such a button in an app that sells what can be restored.
public struct RestoreButton: View {
    private let purser: Purser
    private let texts: UIText
    private let completion: (RestoreResult) -> Void
    @State private var isRestoring = false
    @State private var notice: String?

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - purser: Restores the purchases.
    ///   - language: The language of texts (default: the Purser's).
    ///   - completion: Called with what came back.
    public init(
        _ purser: Purser,
        language: PurserLanguage? = nil,
        completion: @escaping (RestoreResult) -> Void = { _ in }
    ) {
        self.purser = purser
        texts = UIText(language ?? purser.language)
        self.completion = completion
    }

    /// The button, and below it what came back.
    public var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Button(action: { Task { await restore() } }) { Text(verbatim: texts.restore) }
                .disabled(isRestoring)
            if isRestoring { ProgressView() }
            if let notice { Text(verbatim: notice).foregroundColor(.secondary) }
        }
    }

    private func restore() async {
        guard !isRestoring else { return }
        (isRestoring, notice) = (true, nil)
        let result = await purser.restore()
        isRestoring = false
        notice = texts.text(of: result)
        completion(result)
    }
}
