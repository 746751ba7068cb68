import SwiftData

final class OurOrders: Contestant {
    let contender = Contender.ours
    private let repeats: Int
    private let files: OrderFiles
    private var container: ModelContainer?

    init(_ repeats: Int, _ files: OrderFiles) {
        self.repeats = repeats
        self.files = files
    }

    func prepare() throws {
        guard container == nil else { return }
        container = try OurFile.open(try files.ours(), [Order.self])
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        var sum = 0
        for _ in 0..<repeats {
            let context = ModelContext(container)
            for order in try context.fetch(FetchDescriptor<Order>()) { sum &+= orderChecksum(order) }
        }
        return sum
    }

    func close() {
        container = nil
    }
}
