// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@Suite struct ArchitectureTests {
    /// In how many files a type may be extended: what is more has become several things.
    private static let maximum = 8

    /// The targets whose folders are to be read from top to bottom.
    private static let targets = ["Commerce", "Persistence", "PurserServer"]

    @Test(arguments: targets) func `no type is extended in more than eight files`(target: String) throws {
        let extensions = try SourceTree(target: target).extensions
        let maximum = extensions.max { ($0.value, $1.key) < ($1.value, $0.key) }
        print("The most extended type of \(target): \(maximum?.key ?? "none"), in \(maximum?.value ?? 0) files.")
        #expect(extensions.count > 20, "The sources were not read.")
        for (type, count) in extensions where count > Self.maximum {
            Issue.record("\(type) is extended in \(count) files; make parts of it types of their own.")
        }
    }

    @Test(arguments: targets) func `the folders of a target form no cycle`(target: String) throws {
        let tree = try SourceTree(target: target)
        let cyclic = tree.foldersInCycles
        print("Folders of \(target): \(tree.folders.count), in or between cycles: \(cyclic.count).")
        #expect(tree.arrows.count > 10, "The sources were not read.")
        for folder in cyclic.sorted() {
            let targets = (tree.arrows[folder] ?? []).intersection(cyclic).sorted()
            Issue.record("\(folder) names types of \(targets.joined(separator: ", ")), which lead back to it.")
        }
    }

    @Test func `each typed store is declared once, and no one else names the table of records`() throws {
        // The compiler does the rest: a stored body is private, and only the persistence module makes a record of one.
        let files = try SourceTree.texts(of: ".")
        let table = /(FROM|INTO|UPDATE|JOIN) records\b/
        let writers = files.filter { !$0.path.hasPrefix("Persistence/") && $0.text.contains(table) }.map(\.path)
        // It looks at statements to leave some out, as a bug would.
        #expect(writers == ["SystemSimulation/FaultInjectingDatabase.swift"])
        let declaration = /RecordStore(<[\w, .\[\]]+>)?\(\s*"([^"]+)"/
        let stores = files.filter { $0.path.hasPrefix("PurserServer/") }.flatMap { file in
            file.text.matches(of: declaration).map { (name: String($0.2), types: String($0.1 ?? ""), file: file.path) }
        }
        .sorted { $0.name < $1.name }
        print("Typed stores: \(stores.count)")
        for store in stores { print("  \(store.name) \(store.types) in \(store.file)") }
        #expect(stores.count > 30, "The sources were not read.")
        #expect(Set(stores.map(\.name)).count == stores.count, "A name is declared twice.")
    }

    @Test func `what is extended in nine files is counted nine times`() {
        let files = (1...9).map { (path: "A/Shop+\($0).swift", text: "extension Shop {\n    struct Part {}\n}\n") }
        let tree = SourceTree(files + [(path: "A/Shop.swift", text: "// extension Shop {}\nfinal class Shop {}\n")])
        #expect(tree.extensions == ["Shop": 9])
    }

    @Test func `extensions of types that are declared elsewhere are not the server's`() {
        #expect(SourceTree([(path: "A/String+more.swift", text: "extension String {}")]).extensions.isEmpty)
    }

    @Test func `folders that name each other's types are a cycle`() {
        let tree = SourceTree([
            (path: "Upper/Page.swift", text: "struct Page { var store: Store }"),
            (path: "Lower/Store.swift", text: "struct Store { func page() -> Page { Page() } }"),
            (path: "Lowest/Name.swift", text: "struct Name {}"),
        ])
        #expect(tree.foldersInCycles == ["Upper", "Lower"])
    }

    @Test func `comments, texts and members name no type`() {
        let tree = SourceTree([
            (path: "Upper/Page.swift", text: "struct Page { var store: Store }"),
            (
                path: "Lower/Store.swift",
                text: "/* Page */ struct Store { let text = \"Page\", other = Kind.Page } // Page"
            ),
        ])
        #expect(tree.arrows == ["Upper": ["Lower"]])
        #expect(tree.foldersInCycles.isEmpty)
    }
}
