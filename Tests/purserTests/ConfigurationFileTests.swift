// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import PurserServer
import Synchronization
import Testing

@testable import purser

@Suite struct ConfigurationFileTests {
    private func read(
        _ text: String?,
        _ environment: [String: String] = [:]
    ) throws -> (configuration: ServiceConfiguration?, errors: [String]) {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "purser.json5")
        if let text { try Data(text.utf8).write(to: file) }
        let errors = Messages()
        let terminal = Terminal(
            print: { _ in },
            printError: { errors.add($0) },
            input: { Data() },
            environment: environment
        )
        return (try ConfigurationFile.read(text == nil ? nil : file.path, terminal), errors.all)
    }

    private func fault(_ text: String, _ environment: [String: String] = [:]) -> String {
        do {
            _ = try read(text, environment)
            return "nothing is wrong"
        } catch {
            return (error as? Failure)?.message ?? "\(error)"
        }
    }

    @Test(arguments: [
        ("{ apps: [{ bundleId: 'a' }] }", "'apps.[].bundleId' is not known; did you mean 'bundleID'?"),
        ("{ apps: [{ bundleID: 'a', sandboxPurchase: 'reject' }] }", "did you mean 'sandboxPurchases'?"),
        ("{ apps: [{}] }", "'apps[0].bundleID' is missing; write for example \"com.example.coffee\""),
        ("{ publicURL: 'x' }", "'apps' is missing"),
        (
            "{ apps: [{ bundleID: 'a' }], requestsPerSecond: 'many' }",
            "'requestsPerSecond' cannot be \"many\"; write for example 200"
        ),
        (
            "{ apps: [{ bundleID: 'a', sandboxPurchases: 'maybe' }] }",
            "cannot be \"maybe\"; write for example \"accept\", \"reject\""
        ),
        ("{ apps: [{ bundleID: 'a' }], publicURL: 'purser' }", "'publicURL' is \"purser\""),
        ("{ apps: [{ bundleID: 'a' }], trustedProxies: ['proxy'] }", "'trustedProxies' has \"proxy\""),
        ("{ apps: [{ bundleID: 'a' }, { bundleID: 'a' }] }", "bundle identifier a twice"),
        ("{ apps: [] }", "'apps' is empty"),
        ("{ apps: [{ bundleID: 'a' }], alerts: { rules: { refund: {} } } }", "\"refund\", which is not a rule"),
        (
            "{ apps: [{ bundleID: 'a' }], alerts: { channels: [{ name: 'x', kind: 'email', to: ['a@b.c'] }] } }",
            "'alerts.mail' is missing"
        ),
        (
            "{ apps: [{ bundleID: 'a' }], alerts: { quietHours: [{ from: '22', until: '08:00' }] } }",
            "'from' takes a time"
        ),
        (
            "{ apps: [{ bundleID: 'a', appStoreServerAPI: { issuerID: 'i', keyID: 'k', privateKeyPEM: 'hidden-key' } }] }",
            "is not a private key in PEM"
        ),
        ("{ apps: [{ bundleID: '' }] }", "'apps[0].bundleID' is \"\""),
        ("{ apps: [{ bundleID: 'a' }], auditRetentionDays: -1 }", "'auditRetentionDays' is -1; write a number from 1"),
        ("{ apps: [{ bundleID: 'a' }], logRetentionDays: 0 }", "'logRetentionDays' is 0"),
        (
            "{ apps: [{ bundleID: 'a' }], logRetentionDays: 1.5 }",
            "'logRetentionDays' cannot be 1.5; write for example 90"
        ),
        ("{ apps: [{ bundleID: 'a' }], maxBodyBytes: 9223372036854775807 }", "'maxBodyBytes' is 9223372036854775807"),
        ("{ apps: [{ bundleID: 'a' }], maxBodyBytes: -5 }", "'maxBodyBytes' is -5"),
        ("{ apps: [{ bundleID: 'a' }], orderLifetimeSeconds: -5 }", "'orderLifetimeSeconds' is -5"),
        ("{ apps: [{ bundleID: 'a' }], requestBurst: 0 }", "'requestBurst' is 0"),
        ("{ apps: [{ bundleID: 'a' }], connectionsPerAddress: -1 }", "'connectionsPerAddress' is -1"),
        ("{ apps: [{ bundleID: 'a' }], halfSentRequestsPerAddress: -1 }", "'halfSentRequestsPerAddress' is -1"),
        (
            "{ apps: [{ bundleID: 'a' }], alerts: { rules: { refunds: { windowMinutes: 9223372036854775807 } } } }",
            "'alerts.rules.refunds.windowMinutes' is 9223372036854775807"
        ),
        ("{ apps: [{ bundleID: 'a', appAppleID: -1 }] }", "'apps[0].appAppleID' is -1"),
        ("{ apps: [{ bundleID: 'a', renewalLeewaySeconds: -1 }] }", "'apps[0].renewalLeewaySeconds' is -1"),
        (
            "{ apps: [{ bundleID: 'a', reminders: { beforeEnd: ['P3D', 'PT72H'] } }] }",
            "'apps[0].reminders.beforeEnd' has \"P3D\" twice"
        ),
        ("{ apps: [{ bundleID: 'a', consumption: { version: 7 } }] }", "'apps[0].consumption.version' is 7"),
        (
            "{ apps: [{ bundleID: 'a', consumption: { refundPreference: 'bogus' } }] }",
            "refundPreference' is \"bogus\"; write DECLINE, GRANT_FULL"
        ),
        (
            "{ apps: [{ bundleID: 'a', verifyReceipt: { productionURL: 'nonsense', sandboxURL: 'http://b' } }] }",
            "'apps[0].verifyReceipt.productionURL' is \"nonsense\""
        ),
        (
            "{ apps: [{ bundleID: 'a', refundPolicy: { clawback: 'none', clawbak: 'none' } }] }",
            "clawbak' is not known; did you mean 'clawback'?"
        ),
    ])
    func `an error names the key, the value and how to fix it`(text: String, parts: String) {
        let message = fault(text)
        #expect(message.contains(parts), "\(message)")
        #expect(!message.contains("hidden-key"))
    }

    @Test func `every choice that a key's example names can be written`() throws {
        let apps = ConfigurationKey.all.filter { $0.path.starts(with: ["apps", "[]"]) }
        for key in apps where key.example.contains("\" or \"") {
            let choices = key.example.split(separator: "\"").filter { !$0.contains(",") && !$0.contains(" ") }
            #expect(choices.count > 1)
            for choice in choices {
                var text = "'\(choice)'"
                for name in key.path.dropFirst(2).reversed() {
                    let required = name == "environments" ? "url: 'https://a.example/apple', " : ""
                    text = name == "[]" ? "[\(text)]" : "{ \(required)\(name): \(text) }"
                }
                let members = text.dropFirst().dropLast()
                #expect(try read("{ apps: [{ bundleID: 'a', \(members) }] }").configuration != nil, "\(text)")
            }
        }
    }

    @Test func `the team's choices of refunds, grace and families are read, and what is not said is as usual`() throws {
        let text = """
            { apps: [{ bundleID: 'a', refundPolicy: { clawback: 'none' }, familySharingRevocation: 'retroactive',
              honorsGracePeriod: false, renewalLeewaySeconds: 3600 }] }
            """
        let app = try #require(try read(text).configuration?.apps.first)
        #expect(app.refundPolicy == RefundPolicy(clawback: .none))
        #expect(
            app.familySharingRevocation == .retroactive && !app.honorsGracePeriod && app.renewalLeewaySeconds == 3600
        )
        let regular = try #require(try read("{ apps: [{ bundleID: 'a' }] }").configuration?.apps.first)
        #expect(
            regular.familySharingRevocation == .fromRevocationDate && regular.honorsGracePeriod
                && regular.renewalLeewaySeconds == 0
        )
    }

    @Test func `a variable of digits is text where text is wanted, also in quotes`() throws {
        let (configuration, errors) = try read(
            """
            { apps: [{ bundleID: 'a', testers: ['x'], sharedSecret: 's' }],
              alerts: { mail: { url: 'smtp://mail.example.com', from: 'a@b.c' } } }
            """,
            [
                "PURSER_APPS__0__TESTERS__0": "12345", "PURSER_APPS__0__NAME": "2048",
                "PURSER_APPS__0__SHARED_SECRET": "'00990'", "PURSER_ALERTS__MAIL__PASSWORD": "12345678",
                "PURSER_APPS__0__APP_APPLE_ID": "77",
            ]
        )
        let app = try #require(configuration?.apps.first)
        #expect(app.testers == ["12345"] && app.name == "2048" && app.sharedSecret == "00990")
        #expect(configuration?.alerts.mail?.password == "12345678")
        #expect(app.appAppleID?.rawValue == 77 && errors.isEmpty)
    }

    @Test func `a variable that sets no key is warned of with the nearest that does, and breaks nothing`() throws {
        let (configuration, errors) = try read(
            "{ apps: [{ bundleID: 'a' }] }",
            ["PURSER_REQUEST_PER_SECOND": "5", "PURSER_FOO": "1", "PURSER_TEST_SOMETHING": "1", "PURSER_KEY": "sk"]
        )
        #expect(configuration?.requestsPerSecond == 200)
        #expect(errors.count == 2)
        #expect(
            errors.contains {
                $0.contains("PURSER_REQUEST_PER_SECOND") && $0.contains("did you mean PURSER_REQUESTS_PER_SECOND?")
            }
        )
        #expect(try read(nil, ["PURSER_FOO": "1"]).configuration == nil)
    }

    @Test func `every key is also a variable`() throws {
        let (configuration, errors) = try read(
            nil,
            [
                "PURSER_APPS__0__BUNDLE_ID": "com.example.coffee", "PURSER_APPS__0__APP_APPLE_ID": "12",
                "PURSER_APPS__0__TESTERS": "['anna', 'bob']", "PURSER_LOG__FORMAT": "json",
                "PURSER_ALERTS__RULES__UNDELIVERED_ORDERS__THRESHOLD": "60",
                "PURSER_VERIFIES_NESTED_SIGNATURES": "true",
            ]
        )
        #expect(errors.isEmpty)
        #expect(configuration?.apps.first?.appAppleID?.rawValue == 12)
        #expect(configuration?.apps.first?.testers.count == 2)
        #expect(configuration?.log.format == .json)
        #expect(configuration?.alerts.rules["undelivered-orders"]?.threshold == 60)
        #expect(configuration?.verifiesNestedSignatures == true)
        for key in ConfigurationKey.all where !key.path.contains("*") {
            #expect(key.variable.hasPrefix("PURSER_") && key.variable == key.variable.uppercased(), "\(key.name)")
        }
    }

    @Test func `the table of keys has every property of the configuration`() throws {
        let app = AppConfiguration(
            bundleID: "a",
            appStoreServerAPI: AppStoreCredentials(issuerID: "", keyID: "", privateKeyPEM: ""),
            verifyReceipt: ReceiptVerification(),
            appStoreConnect: AppStoreConnectConfiguration(issuerID: "", keyID: "", privateKeyPEM: "", vendorNumber: "")
        )
        func check(_ value: Any, at path: [String]) {
            for child in Mirror(reflecting: value).children {
                guard let name = child.label else { continue }
                #expect(ConfigurationKey.names(after: path).contains(name), "\((path + [name]).joined(separator: "."))")
            }
        }
        check(ServiceConfiguration(apps: []), at: [])
        check(app, at: ["apps", "[]"])
        check(AppStoreCredentials(issuerID: "", keyID: "", privateKeyPEM: ""), at: ["apps", "[]", "appStoreServerAPI"])
        check(ReceiptVerification(), at: ["apps", "[]", "verifyReceipt"])
        check(ConsumptionPolicy(), at: ["apps", "[]", "consumption"])
        check(
            AppStoreConnectConfiguration(issuerID: "", keyID: "", privateKeyPEM: "", vendorNumber: ""),
            at: ["apps", "[]", "appStoreConnect"]
        )
        check(AlertConfiguration(), at: ["alerts"])
        check(AlertChannel(name: "", kind: .slack), at: ["alerts", "channels", "[]"])
        check(AlertRuleSettings(), at: ["alerts", "rules", "x"])
        check(AlertMailServer(url: "", from: ""), at: ["alerts", "mail"])
        check(QuietHours(from: "", until: ""), at: ["alerts", "quietHours", "[]"])
        check(LogConfiguration(), at: ["log"])
    }

    @Test func `a secret may be in a file of its own`() throws {
        let folder = try TemporaryFolder()
        let secret = folder.url.appending(path: "secret")
        try Data("s3cret\n".utf8).write(to: secret)
        let (configuration, _) = try read("{ apps: [{ bundleID: 'a', sharedSecret: 'file:\(secret.path)' }] }")
        #expect(configuration?.apps.first?.sharedSecret == "s3cret")
        #expect(
            fault("{ apps: [{ bundleID: 'a', sharedSecret: 'file:/nowhere' }] }").contains(
                "/nowhere, which cannot be read"
            )
        )
    }

    @Test func `a team's membership of the small-business program may have dates`() throws {
        let (configuration, _) = try read(
            "{ apps: [{ bundleID: 'a', smallBusinessProgram: [{ from: '2024-02-18', until: '2025-08-31' }, { from: '2026-02-15' }] }] }"
        )
        let spans = try #require(configuration?.apps.first?.smallBusinessProgram)
        #expect(spans.map { $0.from?.description } == ["2024-02-18", "2026-02-15"])
        #expect(spans.map { $0.until?.description } == ["2025-08-31", nil])
        let (plain, _) = try read("{ apps: [{ bundleID: 'a', isSmallBusinessProgramMember: true }] }")
        #expect(
            plain?.apps.first?.isSmallBusinessProgramMember == true && plain?.apps.first?.smallBusinessProgram == nil
        )
        let backwards = "[{ from: '2025-08-31', until: '2025-08-30' }]"
        #expect(
            fault("{ apps: [{ bundleID: 'a', smallBusinessProgram: \(backwards) }] }").contains("ends before it begins")
        )
        #expect(
            fault("{ apps: [{ bundleID: 'a', isSmallBusinessProgramMember: true, smallBusinessProgram: [] }] }")
                .contains(
                    "leave out the one without dates"
                )
        )
    }

    @Test func `tables of taxes and shares may be in files of their own, and one that cannot be read is refused`()
        throws
    {
        let folder = try TemporaryFolder()
        let table = folder.url.appending(path: "shares.tsv")
        try Data("from\trate\tshare\n2030-01-01\tstandard\t80\n".utf8).write(to: table)
        let (configuration, _) = try read("{ apps: [{ bundleID: 'a' }], commissionRates: 'file:\(table.path)' }")
        #expect(configuration?.commissionRates == "from\trate\tshare\n2030-01-01\tstandard\t80")
        let message = fault("{ apps: [{ bundleID: 'a' }], taxRates: 'country,from' }")
        #expect(message.contains("'taxRates' cannot be read: the table lacks the column 'country'"), "\(message)")
    }

    @Test(arguments: [
        "Bearer sk_abcdefghijklmnop", "sk_live0123456789 was shown", "password=hunter2hunter2",
        "-----BEGIN PRIVATE KEY-----\nMIGTAgEA\n-----END PRIVATE KEY-----",
        "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl", String(repeating: "QUJD", count: 40),
    ])
    func `no secret is in the log`(text: String) {
        let parts = [
            "abcdefghijklmnop", "live0123456789", "hunter2hunter2", "MIGTAgEA", "eyJhIjoxfQ", "c2lnbmF0", "QUJDQUJD",
        ]
        let shown = Redaction.redacted("it failed: \(text)")
        #expect(shown.hasPrefix("it failed: "))
        for word in parts { #expect(!shown.contains(word), "\(shown)") }
    }
}

/// What was printed to a terminal.
final class Messages: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
