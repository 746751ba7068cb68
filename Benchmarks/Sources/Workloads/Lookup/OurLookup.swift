import SwiftData

final class OurLookup: Contestant {
    let contender = Contender.ours
    private let input: LookupInput
    private var container: ModelContainer?
    private var identifiers: [PersistentIdentifier] = []

    init(_ input: LookupInput) {
        self.input = input
    }

    func prepare() throws {
        guard container == nil else { return }
        let container = try OurFile.open(try input.files.ours(input.rows), [Item.self])
        self.container = container
        guard input.kind == .identifier else { return }
        let all = try ModelContext(container).fetchIdentifiers(
            FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)])
        )
        identifiers = input.wanted.map { all[$0] }
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        switch input.kind {
        case .identifier: return byIdentifier(context)
        case .page: return try pages(context)
        }
    }

    /// The models that were read are not held, so the next one is not registered either.
    private func byIdentifier(_ context: ModelContext) -> Int {
        var sum = 0
        for identifier in identifiers {
            if let item = context.model(for: identifier) as? Item { sum &+= item.checksum }
        }
        return sum
    }

    private func pages(_ context: ModelContext) throws -> Int {
        var sum = 0
        for category in input.wanted {
            var descriptor = FetchDescriptor<Item>(
                predicate: #Predicate { $0.category == category },
                sortBy: [SortDescriptor(\.weight)]
            )
            descriptor.fetchLimit = 20
            for item in try context.fetch(descriptor) { sum &+= item.checksum }
        }
        return sum
    }

    func close() {
        identifiers = []
        container = nil
    }
}
