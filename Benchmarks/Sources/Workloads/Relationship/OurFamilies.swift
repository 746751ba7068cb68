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

    /// There must be no more statements for many parents than for half as many.
    func facts() throws -> [Fact] {
        guard let container else { return [] }
        let recorder = StatementRecorder(container)
        let all = try recorder.statements(during: { _ = try read(container, limit: nil) }).count
        let half = try recorder.statements(during: { _ = try read(container, limit: max(1, files.parents / 2)) }).count
        return [
            Fact("statements", Double(all), reach: Double(half)),
            Fact("statements for half of the parents", Double(half)),
        ]
    }

    func close() {
        container = nil
    }
}
