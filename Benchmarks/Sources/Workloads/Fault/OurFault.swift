import SwiftData

/// The objects are there, with one of their attributes; another one is read of each.
final class OurFault: Contestant {
    let contender = Contender.ours
    private let count: Int
    private let files: ItemFiles
    private var container: ModelContainer?
    private var context: ModelContext?
    private var items: [Item] = []

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func prepare() throws {
        let container = try container ?? OurFile.open(try files.ours(count), [Item.self])
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Item>()
        descriptor.propertiesToFetch = [\.number]
        items = try context.fetch(descriptor)
        self.container = container
        self.context = context
    }

    func run() throws -> Int { items.reduce(0) { $0 &+ $1.name.utf8.count } }

    func close() {
        items = []
        context = nil
        container = nil
    }
}
