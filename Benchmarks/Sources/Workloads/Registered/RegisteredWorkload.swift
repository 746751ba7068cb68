import SwiftData

/// The cost of one change, beside many objects that do not change.
struct RegisteredWorkload: Workload {
    let number = 10
    let title = "one change saved while many objects are registered"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let few = Contender(name: "OpenSwiftData, 10 registered")
        let contest = Contest(
            "\(RegisteredObjects.saves) saves of one change, \(sizes.registered) registered",
            rows: RegisteredObjects.saves,
            // "The same" is within a quarter.
            goals: [.ratio(to: few, atMost: 1.25)],
            [
                RegisteredObjects(.ours, registered: sizes.registered, rows: sizes.registered, place),
                RegisteredObjects(few, registered: min(10, sizes.registered), rows: sizes.registered, place),
            ]
        )
        return [contest]
    }
}

/// The store is of the same size in both cases; what differs is how many objects the context holds.
final class RegisteredObjects: Contestant {
    static let saves = 20

    let contender: Contender
    private let registered: Int
    private let rows: Int
    private let place: Workplace
    private var file: URL?
    private var context: ModelContext?
    private var items: [Item] = []

    init(_ contender: Contender, registered: Int, rows: Int, _ place: Workplace) {
        self.contender = contender
        self.registered = registered
        self.rows = rows
        self.place = place
    }

    func prepare() throws {
        guard context == nil else { return }
        let file = try place.copy(ItemFiles(place: place).ours(rows), for: "registered-\(registered)")
        let context = ModelContext(try OurFile.open(file, [Item.self]))
        var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)])
        descriptor.fetchLimit = registered
        items = try context.fetch(descriptor)
        self.context = context
        self.file = file
    }

    func run() throws -> Int {
        guard let context, let item = items.last else { return 0 }
        for _ in 0..<Self.saves {
            item.category += 1
            try context.save()
        }
        return Self.saves
    }

    /// The sum over all categories grows by as much in both.
    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        items = []
        context = nil
    }
}
