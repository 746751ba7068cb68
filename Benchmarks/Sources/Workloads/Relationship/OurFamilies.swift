import SwiftData
import SwiftDataTesting

final class OurFamilies: Contestant {
    let contender = Contender.ours
    private let files: FamilyFiles
    private let isPrefetching: Bool
    private var container: ModelContainer?

    init(_ files: FamilyFiles, isPrefetching: Bool) {
        self.files = files
        self.isPrefetching = isPrefetching
    }

    func prepare() throws {
        guard container == nil else { return }
        container = try OurFile.open(try files.ours(), [Parent.self, Child.self])
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        return try read(container, limit: nil)
    }

    private func read(_ container: ModelContainer, limit: Int?) throws -> Int {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Parent>()
        descriptor.fetchLimit = limit
        if isPrefetching { descriptor.relationshipKeyPathsForPrefetching = [\.children] }
        var sum = 0
        for parent in try context.fetch(descriptor) {
            sum &+= parent.name.utf8.count
            for child in parent.children { sum &+= childChecksum(child.name, child.age) }
        }
        return sum
    }

    /// There must be as many statements for all parents as for half and for a quarter of them. As few as are read
    /// together at first would take one statement less.
    func facts() throws -> [Fact] {
        guard let container else { return [] }
        let recorder = StatementRecorder(container)
        func statements(_ limit: Int?) throws -> Double {
            Double(try recorder.statements(during: { _ = try read(container, limit: limit) }).count)
        }
        let half = try statements(max(1, files.parents / 2))
        let quarter = try statements(max(1, files.parents / 4))
        return [
            Fact("statements", try statements(nil), reach: min(half, quarter)),
            Fact("statements for half of the parents", half, reach: quarter),
            Fact("statements for a quarter of the parents", quarter),
        ]
    }

    func close() {
        container = nil
    }
}
