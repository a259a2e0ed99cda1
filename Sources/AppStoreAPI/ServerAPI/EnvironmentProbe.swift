// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Finds the environment in which an identifier is known: production first, then the sandbox.
///
/// <https://developer.apple.com/documentation/appstoreserverapi#Test-using-the-sandbox-environment>
public struct EnvironmentProbe: Sendable {
    /// The client of production.
    public let production: AppStoreServerAPI

    /// The client of the sandbox.
    public let sandbox: AppStoreServerAPI

    /// Makes a probe of both environments.
    public init(production: AppStoreServerAPI, sandbox: AppStoreServerAPI) {
        self.production = production
        self.sandbox = sandbox
    }

    /// Asks production, and the sandbox when production does not know the identifier.
    ///
    /// - Parameter ask: The question.
    /// - Returns: The answer and the environment it came from.
    /// - Throws: ``AppStoreAPIError`` of the sandbox when neither knows the identifier; any other failure of
    ///   production at once, since it says nothing about where the identifier is from.
    public func callAsFunction<Answer: Sendable>(
        _ ask: (AppStoreServerAPI) async throws -> Answer
    ) async throws -> (answer: Answer, environment: Environment) {
        do {
            return (try await ask(production), production.environment)
        } catch let error as AppStoreAPIError where error.isUnknownTransaction {
            return (try await ask(sandbox), sandbox.environment)
        }
    }
}
