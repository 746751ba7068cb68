import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Strings that are equal in Swift and differ in their bytes, beside an index over bytes.
struct TextIndexTests {
    private static let composed = [
        "Kelvin", "kelvin", "K", ";", "`", "Ångström", "é", "éa", "f", "ế", "\u{1EA1}\u{307}", "한국어", "한국어말이",
        "日本", "", "z", "\u{FB4C}a", "a\0b", "\u{FFFD}", "😀", "e", "eb",
    ].map { CanonicalForms.composed($0) }
    private static let others = [
        "\u{212A}elvin", "\u{212A}", "\u{37E}", "\u{1FEF}", "A\u{30A}ngstro\u{308}m", "\u{212B}ngström", "e\u{301}",
        "e\u{301}a", "e\u{302}\u{301}", "ê\u{301}", "a\u{307}\u{323}", "\u{1112}\u{1161}\u{11AB}국어", "e\0\u{301}",
        "\u{5D1}\u{5BF}a", "a\0e\u{301}",
    ]

    private func fetch(_ predicate: Predicate<Crate>) -> FetchDescriptor<Crate> {
        FetchDescriptor(predicate: predicate)
    }

    private func lexical() -> FetchDescriptor<Crate> {
        FetchDescriptor(sortBy: [SortDescriptor(\.label, comparator: .lexical), SortDescriptor(\.count)])
    }

    /// Swift's order as it is documented, by another table of Unicode than ours.
    private func precedes(_ lhs: String, _ rhs: String) -> Bool {
        let (left, right) = (lhs.precomposedStringWithCanonicalMapping, rhs.precomposedStringWithCanonicalMapping)
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private func inOrder(_ crates: [Crate], isReverse: Bool = false) -> [Int] {
        crates.sorted { left, right in
            if left.label == right.label { return left.count < right.count }
            return isReverse ? precedes(right.label, left.label) : precedes(left.label, right.label)
        }.map(\.count)
    }

    @Test(
        "Every comparison finds what Swift finds, with equal strings of other bytes and without",
        arguments: [false, true]
    )
    func comparisons(_ isMixed: Bool) throws {
        let labels = Self.composed + (isMixed ? Self.others : [])
        let crates = try CrateStore(labels: labels)
        func check(
            _ predicate: Predicate<Crate>,
            _ what: String,
            sourceLocation: SourceLocation = #_sourceLocation,
            _ matches: (Crate) -> Bool
        ) throws {
            let found = try crates.context.fetch(fetch(predicate)).map(\.count).sorted()
            let expected = crates.crates.filter(matches).map(\.count).sorted()
            #expect(found == expected, "\(Array(what.unicodeScalars))", sourceLocation: sourceLocation)
        }
        for text in Self.composed + Self.others {
            try check(#Predicate { $0.label == text }, text) { $0.label == text }
            try check(#Predicate { $0.label != text }, text) { $0.label != text }
            try check(#Predicate { $0.note == text }, text) { $0.note == text }
            try check(#Predicate { $0.note != text }, text) { $0.note != text }
            try check(#Predicate { !($0.note == text) }, text) { $0.note != text }
            try check(#Predicate { $0.label < text }, text) { precedes($0.label, text) }
            try check(#Predicate { $0.label <= text }, text) { !precedes(text, $0.label) }
            try check(#Predicate { $0.label > text }, text) { precedes(text, $0.label) }
            try check(#Predicate { $0.label >= text }, text) { !precedes($0.label, text) }
            try check(#Predicate { $0.label.starts(with: text) }, text) { $0.label.starts(with: text) }
            try check(#Predicate { [text, "f"].contains($0.label) }, text) { [text, "f"].contains($0.label) }
        }
        #expect(try crates.context.fetch(lexical()).map(\.count) == inOrder(crates.crates))
        let reverse = FetchDescriptor<Crate>(
            sortBy: [SortDescriptor(\.label, comparator: .lexical, order: .reverse), SortDescriptor(\.count)]
        )
        #expect(try crates.context.fetch(reverse).map(\.count) == inOrder(crates.crates, isReverse: true))
    }

    @Test("Equality and prefixes use the index whatever the rows hold")
    func equalityIsIndexed() throws {
        let crates = try CrateStore(labels: Self.composed + Self.others)
        for text in ["K", "Kelvin", "Ångström", "e\u{301}", "한국어", "日本", ";`", "한국어말이라서"] {
            for predicate in [
                #Predicate<Crate> { $0.label == text }, #Predicate<Crate> { $0.label.starts(with: text) },
            ] {
                let plan = try crates.run(fetch(predicate)).plan
                #expect(
                    plan.contains("USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel") && !plan.contains("SCAN"),
                    "\(text): \(plan)"
                )
            }
        }
    }

    @Test("Ranges and sorts use the index while every string is composed, and are right before and after")
    func knowledgeEnds() throws {
        let folder = try TemporaryFolder()
        let crates = try CrateStore(folder.file, labels: Self.composed)
        let range = fetch(#Predicate { $0.label < "f" })
        func check(_ isIndexed: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let all = try ModelContext(crates.container).fetch(FetchDescriptor<Crate>())
            let ranged = try crates.run(range)
            let expected = all.filter { precedes($0.label, "f") }.map(\.count).sorted()
            #expect(ranged.rows.map(\.count).sorted() == expected, sourceLocation: sourceLocation)
            #expect(
                ranged.plan.contains("SEARCH t0 USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel") == isIndexed,
                "\(ranged.plan)",
                sourceLocation: sourceLocation
            )
            let sorted = try crates.run(lexical())
            #expect(sorted.rows.map(\.count) == inOrder(all), sourceLocation: sourceLocation)
            #expect(
                sorted.plan.contains("SCAN t0 USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel") == isIndexed,
                "\(sorted.plan)",
                sourceLocation: sourceLocation
            )
        }
        try check(true)
        // Another program writes a string that is not composed, and takes it back.
        _ = try folder.sqlite3("UPDATE ZCRATE SET ZLABEL = 'e' || char(769) WHERE ZCOUNT = 3")
        try check(false)
        try check(false)
        _ = try folder.sqlite3("UPDATE ZCRATE SET ZLABEL = ';' WHERE ZCOUNT = 3")
        try check(true)
        // A save of our own, through another context.
        let writer = ModelContext(crates.container)
        let crate = Crate("plain")
        writer.insert(crate)
        try writer.save()
        try check(true)
        crate.label = "A\u{30A}"
        try writer.save()
        try check(false)
    }

    @Test("A column is looked through once, also where the store saves in between")
    func looksOnce() throws {
        let folder = try TemporaryFolder()
        let crates = try CrateStore(folder.file, labels: Self.composed)
        let scans = Locked(0)
        try crates.store.statementObserver = { sql in
            if sql.contains("GLOB") { scans.withLock { $0 += 1 } }
        }
        for round in 0..<3 {
            let found = try ModelContext(crates.container).fetch(lexical())
            #expect(found.map(\.count) == inOrder(found))
            let writer = ModelContext(crates.container)
            writer.insert(Crate("round \(round)"))
            try writer.save()
        }
        #expect(scans.withLock { $0 } == 1)
        _ = try folder.sqlite3("UPDATE ZCRATE SET ZPLAIN = 'x'")
        _ = try ModelContext(crates.container).fetch(lexical())
        #expect(scans.withLock { $0 } == 2)
    }

    @Test("Another container on the same file counts as another program")
    func otherContainer() throws {
        let folder = try TemporaryFolder()
        let crates = try CrateStore(folder.file, labels: ["a", "f", "é"])
        #expect(try crates.run(lexical()).plan.contains("USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel"))
        let other = ModelContext(try folder.container(for: Crate.self, Shelf.self, Stamp.self))
        let crate = Crate("e\u{301}")
        crate.count = 9
        other.insert(crate)
        try other.save()
        let (plan, rows) = try crates.run(lexical())
        #expect(!plan.contains("USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel"))
        #expect(rows.map(\.count) == [0, 1, 2, 9])
    }

    @Test("A store that is only read uses the index too")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        _ = try CrateStore(folder.file, labels: Self.composed)
        let container = try folder.container(for: Crate.self, Shelf.self, Stamp.self, allowsSave: false)
        let reader = CrateStore(container)
        let (plan, rows) = try reader.run(lexical())
        #expect(rows.map(\.count) == inOrder(rows))
        #expect(rows.count == Self.composed.count)
        #expect(plan.contains("SCAN t0 USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel"), "\(plan)")
    }

    @Test("Fetches are in order while strings of both kinds come and go")
    func race() async throws {
        let folder = try TemporaryFolder()
        let crates = try CrateStore(folder.file, labels: Self.composed)
        let container = crates.container
        let other = try folder.container(for: Crate.self, Shelf.self, Stamp.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<60 {
                    let context = ModelContext(round % 4 < 2 ? container : other)
                    if round % 2 == 0 {
                        context.insert(Crate("e\u{301}\(round)"))
                    } else {
                        try context.delete(model: Crate.self, where: #Predicate { $0.label.starts(with: "é") })
                    }
                    try context.save()
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<60 {
                        let sort = [SortDescriptor(\Crate.label, comparator: .lexical)]
                        let labels = try ModelContext(container).fetch(FetchDescriptor(sortBy: sort)).map(\.label)
                        #expect(labels == labels.sorted { TextComparison.lexical($0, $1) == .orderedAscending })
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
