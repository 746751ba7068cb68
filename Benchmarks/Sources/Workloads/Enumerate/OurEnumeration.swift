import SwiftData

final class OurEnumeration: Contestant {
    let contender = Contender.ours
    private let count: Int
    private let files: ItemFiles
    private var container: ModelContainer?

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func prepare() throws {
        guard container == nil else { return }
        container = try OurFile.open(try files.ours(count), [Item.self])
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        var sum = 0
        try ModelContext(container).enumerate(FetchDescriptor<Item>()) { item in sum &+= item.checksum }
        return sum
    }

    func close() {
        container = nil
    }
}
