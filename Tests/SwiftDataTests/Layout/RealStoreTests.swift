import ClientModels
import SwiftData
import TestSupport
import Testing

/// A store that a container makes has the tables and indices of the one that Apple's framework made of the same models.
/// Both are read with the `sqlite3` program.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct RealStoreTests {
    enum Sample: String, CaseIterable {
        case cartKit = "swiftdata-cartkit-v1.sqlite"
        case spezi = "swiftdata-spezi-iOS26MigrationInput.sqlite"

        var schema: Schema {
            switch self {
            case .cartKit: Schema([CartKit.CartModel.self])
            case .spezi: Schema([Spezi.Task.self])
            }
        }

        /// Inserts one model of each class.
        func fill(_ context: ModelContext) {
            switch self {
            case .cartKit:
                let modifier = CartKit.CartItemModifierModel(id: "m", name: "Large")
                let item = CartKit.CartItemModel(id: "i", price: 3, modifiers: [modifier])
                context.insert(CartKit.CartModel(id: "c", storeId: "s", items: [item]))
            case .spezi:
                let task = Spezi.Task(id: "t")
                task.nextVersion = Spezi.Task(id: "t")
                context.insert(Spezi.Outcome(task: task))
            }
        }
    }

    @Test(arguments: Sample.allCases)
    func aFreshStoreHasTheTablesAndIndicesOfTheRealOne(sample: Sample) throws {
        let real = try SampleStore(sample.rawValue)
        defer { real.remove() }
        let store = try TemporaryFolder()
        let context = ModelContext(try container(sample, store))
        sample.fill(context)
        try context.save()
        for question in [Self.columns, Self.indices, Self.entities] {
            let theirs = try lines(question, real.file)
            #expect(theirs.count >= 3)
            #expect(try lines(question, store.file) == theirs)
        }
    }

    @Test(arguments: Sample.allCases)
    func theRealStoreOpensWithTheSameModels(sample: Sample) throws {
        let real = try SampleStore(sample.rawValue)
        defer { real.remove() }
        let tables = try lines(Self.columns, real.file)
        let configuration = ModelConfiguration(url: real.file)
        let context = ModelContext(try ModelContainer(for: sample.schema, configurations: [configuration]))
        switch sample {
        case .cartKit:
            let count = try lines("SELECT count(*) FROM ZCARTMODEL", real.file)
            #expect(["\(try context.fetchCount(FetchDescriptor<CartKit.CartModel>()))"] == Set(count))
        case .spezi:
            let tasks = try context.fetch(FetchDescriptor<Spezi.Task>())
            #expect(Set(tasks.map(\.id)) == (try lines("SELECT ZID FROM ZTASK", real.file)))
            #expect(try context.fetch(FetchDescriptor<Spezi.Outcome>()).allSatisfy { tasks.contains($0.task) })
        }
        sample.fill(context)
        try context.save()
        #expect(try lines(Self.columns, real.file) == tables)
        #expect(try lines("PRAGMA integrity_check", real.file) == ["ok"])
    }

    /// Every column of every table, with its type and place in the key.
    private static let columns =
        "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c "
        + "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    private static let indices = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type <> 'table'"
    private static let entities = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY"

    private func container(_ sample: Sample, _ store: TemporaryFolder) throws -> ModelContainer {
        try ModelContainer(for: sample.schema, configurations: [ModelConfiguration(url: store.file)])
    }

    /// The rows of an answer, as a set.
    private func lines(_ question: String, _ file: URL) throws -> Set<String> {
        let sqlite3 = try #require(Program.sqlite3)
        return Set(try sqlite3.run([file.path, question]).split(separator: "\n").map(String.init))
    }
}
