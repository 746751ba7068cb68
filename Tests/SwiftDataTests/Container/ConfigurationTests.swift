import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Containers of one and of several configurations.
@Suite struct ConfigurationTests {
    private func memory(_ name: String, _ types: any PersistentModel.Type...) -> ModelConfiguration {
        ModelConfiguration(name, schema: Schema(types), isStoredInMemoryOnly: true)
    }

    @Test func everyInitialiserOpensAStore() throws {
        let schema = Schema([Author.self])
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let containers = [
            try ModelContainer(for: Author.self, Folder.self, migrationPlan: nil, configurations: configuration),
            try ModelContainer(for: Author.self, configurations: configuration),
            try ModelContainer(for: schema, migrationPlan: nil, configurations: configuration),
            try ModelContainer(for: schema, configurations: configuration),
            try ModelContainer(for: schema, migrationPlan: nil, configurations: [configuration]),
            try ModelContainer(for: schema, configurations: [configuration]),
            try ModelContainer(for: schema, configurations: [configuration] as [any DataStoreConfiguration]),
            try ModelContainer(for: Author.self, configurations: configuration as any DataStoreConfiguration),
        ]
        for container in containers {
            let context = ModelContext(container)
            context.insert(Author(name: "A"))
            try context.save()
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
            #expect(container.schema.entitiesByName.keys.contains("Book"))
            #expect(container.configurations.count == 1)
        }
        #expect(containers[0] != containers[1])
        #expect(containers[0].schema.entitiesByName["Folder"] != nil)
    }

    @Test func eachConfigurationHoldsItsPartOfTheSchema() throws {
        let (library, office) = (try TemporaryFolder(), try TemporaryFolder())
        func open() throws -> ModelContainer {
            try ModelContainer(
                for: Author.self,
                Folder.self,
                configurations: ModelConfiguration("library", schema: Schema([Author.self]), url: library.file),
                ModelConfiguration("office", schema: Schema([Folder.self]), url: office.file)
            )
        }
        let container = try open()
        let context = ModelContext(container)
        context.insert(Author(name: "A"))
        let folder = Folder(name: "F")
        folder.pages = [Page(number: 1)]
        context.insert(folder)
        try context.save()
        #expect(try library.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "A")
        #expect(try office.sqlite3("SELECT ZNAME FROM ZFOLDER") == "F")
        #expect(try library.sqlite3("SELECT count(*) FROM sqlite_master WHERE name = 'ZFOLDER'") == "0")
        let names = ["library", "office"]
        let identifiers = names.map { container.storeIdentifier(forConfigurationNamed: $0) }
        #expect(identifiers == [library, office].map { try? $0.sqlite3("SELECT Z_UUID FROM Z_METADATA") })
        #expect(identifiers.map { $0.flatMap { container.configurationName(forStoreIdentifier: $0) } } == names)
        #expect(container.storeIdentifier(forConfigurationNamed: "none") == nil)
        #expect(folder.persistentModelID.storeIdentifier == identifiers[1])

        let again = ModelContext(try open())
        #expect(try again.fetch(FetchDescriptor<Folder>()).first?.pages.map(\.number) == [1])
        #expect(try again.fetch(FetchDescriptor<Author>()).map(\.name) == ["A"])
        try again.container.erase()
        #expect(try again.fetchCount(FetchDescriptor<Author>()) == 0)
        #expect(try again.fetchCount(FetchDescriptor<Page>()) == 0)
    }

    /// None of the stores keeps what another one refused.
    @Test(arguments: ["ZAUTHOR", "ZFOLDER"])
    func aSaveToSeveralStoresIsWrittenToAllOrNone(table: String) throws {
        let (library, office) = (try TemporaryFolder(), try TemporaryFolder())
        let container = try ModelContainer(
            for: Author.self,
            Folder.self,
            configurations: ModelConfiguration("library", schema: Schema([Author.self]), url: library.file),
            ModelConfiguration("office", schema: Schema([Folder.self]), url: office.file)
        )
        let refusing = table == "ZAUTHOR" ? library : office
        _ = try refusing.sqlite3("CREATE TRIGGER T BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'no'); END")
        let context = ModelContext(container)
        context.insert(Author(name: "A"))
        context.insert(Folder(name: "F"))
        for _ in 1...2 {
            #expect(storeError { try context.save() } == .constraint)
            #expect(context.insertedModelsArray.count == 2)
            #expect(context.insertedModelsArray.allSatisfy { $0.persistentModelID.isTemporary })
            #expect(try library.sqlite3("SELECT count(*) FROM ZAUTHOR") == "0")
            #expect(try office.sqlite3("SELECT count(*) FROM ZFOLDER") == "0")
        }
        _ = try refusing.sqlite3("DROP TRIGGER T")
        try context.save()
        #expect(try library.sqlite3("SELECT count(*) FROM ZAUTHOR") == "1")
        #expect(try office.sqlite3("SELECT count(*) FROM ZFOLDER") == "1")
    }

    @Test func configurationsOfOneNameOrOneFileAreRefused() throws {
        let store = try TemporaryFolder()
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            _ = try ModelContainer(
                for: Author.self,
                Folder.self,
                configurations: memory("same", Author.self),
                memory("same", Folder.self)
            )
        }
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            _ = try ModelContainer(
                for: Author.self,
                Folder.self,
                configurations: ModelConfiguration("one", schema: Schema([Author.self]), url: store.file),
                ModelConfiguration("two", schema: Schema([Folder.self]), url: store.file)
            )
        }
        #expect(try store.files().isEmpty)
    }

    @Test func aConfigurationWithModelsThatTheContainerLacksIsRefused() {
        #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            _ = try ModelContainer(for: Author.self, configurations: memory("office", Folder.self))
        }
    }

    @Test func twoStoresInMemoryAreApart() throws {
        let container = try ModelContainer(
            for: Author.self,
            Folder.self,
            configurations: memory("library", Author.self),
            memory("office", Folder.self)
        )
        let context = ModelContext(container)
        context.insert(Author(name: "A"))
        context.insert(Folder(name: "F"))
        try context.save()
        let identifiers = ["library", "office"].compactMap { container.storeIdentifier(forConfigurationNamed: $0) }
        #expect(Set(identifiers).count == 2)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 1)
    }

    @Test func eraseEmptiesTheStoreAndKeepsItsIdentity() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self, Document.self)
        let context = ModelContext(container)
        let author = Author(name: "A")
        author.books = [Book(title: "B", tags: [Tag(name: "t")])]
        context.insert(author)
        context.insert(Document(name: "large", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        let identifier = container.storeIdentifier(forConfigurationNamed: "test")
        try container.erase()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
        #expect(try context.fetch(FetchDescriptor<Tag>()).isEmpty)
        #expect(author.name == "A")
        #expect(try store.externalFiles().isEmpty)
        context.insert(Author(name: "B"))
        try context.save()
        let again = try store.container(for: Author.self, Document.self)
        #expect(again.storeIdentifier(forConfigurationNamed: "test") == identifier)
        #expect(try ModelContext(again).fetch(FetchDescriptor<Author>()).map(\.name) == ["B"])
        // Keys are not handed out twice.
        #expect(try store.sqlite3("SELECT Z_PK FROM ZAUTHOR") == "2")
    }

    /// A folder has the name of the file, which the call that removes files refuses to every caller.
    @Test func eraseThrowsWhereTheFilesOfLargeValuesStay() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self, Document.self)
        let context = ModelContext(container)
        context.insert(Document(name: "large", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        let files = FileManager.default
        let folder = store.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(try files.contentsOfDirectory(atPath: folder.path).first)
        let file = folder.appendingPathComponent(name)
        try files.removeItem(at: file)
        try files.createDirectory(at: file, withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) { try container.erase() }
        #expect(error?.code == .noPermission)
        #expect(files.fileExists(atPath: file.path))
        #expect(try context.fetchCount(FetchDescriptor<Document>()) == 0)
        // The next opening of the store knows the remaining files.
        let notes = store.url.appendingPathComponent(".test.store_SAVING")
        #expect(try files.contentsOfDirectory(atPath: notes.path).count == 1)
        try files.removeItem(at: file)
        try Data([1]).write(to: file)
        _ = try store.container(for: Author.self, Document.self)
        #expect(!files.fileExists(atPath: file.path) && !files.fileExists(atPath: notes.path))
    }

    private struct Caller: Deprecated {
        @available(*, deprecated)
        func deleteAllData(_ container: ModelContainer) { container.deleteAllData() }
    }

    @Test func deleteAllDataEmptiesTheStores() throws {
        let context = try memoryContext(Author.self)
        context.insert(Author(name: "A"))
        try context.save()
        let caller: any Deprecated = Caller()
        caller.deleteAllData(context.container)
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test func theDefaultStoreLiesInTheFolderOfTheProgram() async throws {
        let store = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [home = store.url.path as String] in
            setenv("XDG_DATA_HOME", home, 1)
            let context = ModelContext(try ModelContainer(for: Author.self))
            context.insert(Author(name: "A"))
            try context.save()
            let grouped = ModelConfiguration("grouped", groupContainer: .identifier("group.example"))
            _ = try ModelContainer(for: Author.self, configurations: grouped)
        }
        let stores = try store.files().keys.filter { $0.hasSuffix(".store") }.sorted()
        #expect(stores.count == 2)
        #expect(stores.contains { $0.hasSuffix("/default.store") })
        #expect(stores.contains("group.example/grouped.store"))
    }

    @Test func aNameThatIsNoFileNameIsRefusedBeforeAnythingIsMade() throws {
        for name in ["a/b", "..", ""] {
            #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
                _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(name))
            }
        }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            _ = try ModelContainer(
                for: Author.self,
                configurations: ModelConfiguration(String(repeating: "n", count: 300))
            )
        }
        let store = try TemporaryFolder()
        let long = store.url.appendingPathComponent(String(repeating: "n", count: 251) + ".s")
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: long))
        }
        #expect(try store.files().isEmpty)
    }

    @Test func aContainerOpenedTwiceOnOneFileSeesTheOthersSaves() throws {
        let store = try TemporaryFolder()
        let (first, second) = (try store.container(for: Author.self), try store.container(for: Author.self))
        #expect(first != second)
        let context = ModelContext(first)
        context.insert(Author(name: "A"))
        try context.save()
        let theirs = try ModelContext(second).fetch(FetchDescriptor<Author>()).map(\.persistentModelID)
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.persistentModelID) == theirs)
    }
}

/// Calls what is deprecated without a warning.
private protocol Deprecated {
    func deleteAllData(_ container: ModelContainer)
}
