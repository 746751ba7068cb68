import Foundation
import SwiftData

/// Objects of many attributes, of which few are read.
struct PartialFetchWorkload: Workload {
    let number = 21
    let title = "fetch objects of 20 attributes and read two of them"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = DossierInput(count: min(sizes.fetched, 20_000), place: place)
        let contest = Contest(
            "fetch with propertiesToFetch and read",
            rows: input.count,
            goals: [.ratio(to: .allProperties, below: 1)],
            [PartialDossiers(input), WholeDossiers(input), RawDossiers(input)]
        )
        return [contest]
    }
}

extension Contender {
    /// The same fetch with all properties.
    fileprivate static let allProperties = Contender(name: "OpenSwiftData, all properties")
}

/// An object of 20 attributes, the last of which is long.
@Model
final class Dossier {
    var number: Int
    var name: String
    var text1: String
    var text2: String
    var text3: String
    var text4: String
    var text5: String
    var text6: String
    var text7: String
    var text8: String
    var count1: Int
    var count2: Int
    var count3: Int
    var weight1: Double
    var weight2: Double
    var weight3: Double
    var opened: Date
    var closed: Date?
    var isOpen: Bool
    var report: String

    init(_ number: Int) {
        self.number = number
        name = "dossier \(number)"
        let text = "a text of the dossier \(number)"
        (text1, text2, text3, text4) = (text, text, text, text)
        (text5, text6, text7, text8) = (text, text, text, text)
        (count1, count2, count3) = (number, number % 7, number % 11)
        (weight1, weight2, weight3) = (0.5, Double(number), Double(number) / 3)
        opened = Date(timeIntervalSinceReferenceDate: Double(number))
        isOpen = number % 2 == 0
        report = String(repeating: "word ", count: 200)
    }

    var checksum: Int { number &+ name.utf8.count }
}

struct DossierInput {
    let count: Int
    let place: Workplace

    func file() throws -> URL {
        try place.template("dossiers-\(count)") { file in
            try OurFile.fill(file, [Dossier.self], count: count) { index, context in context.insert(Dossier(index)) }
        }
    }
}

class WholeDossiers: Contestant {
    var contender: Contender { .allProperties }
    private let input: DossierInput
    private var container: ModelContainer?

    init(_ input: DossierInput) {
        self.input = input
    }

    var descriptor: FetchDescriptor<Dossier> { FetchDescriptor() }

    func prepare() throws {
        if container == nil { container = try OurFile.open(try input.file(), [Dossier.self]) }
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        return try ModelContext(container).fetch(descriptor).reduce(0) { $0 &+ $1.checksum }
    }

    func close() {
        container = nil
    }
}

final class PartialDossiers: WholeDossiers {
    override var contender: Contender { .ours }

    override var descriptor: FetchDescriptor<Dossier> {
        var descriptor = FetchDescriptor<Dossier>()
        descriptor.propertiesToFetch = [\.number, \.name]
        return descriptor
    }
}

final class RawDossiers: Contestant {
    let contender = Contender.raw
    private let input: DossierInput
    private var database: RawDatabase?
    private var statement: RawStatement?

    init(_ input: DossierInput) {
        self.input = input
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try input.file())
        statement = try database.prepare("SELECT Z_PK, ZNUMBER, ZNAME FROM ZDOSSIER")
        self.database = database
    }

    func run() throws -> Int {
        guard let statement else { return 0 }
        var sum = 0
        while try statement.step() { sum &+= statement.integer(1) &+ statement.text(2).utf8.count }
        statement.reset()
        return sum
    }

    func close() {
        statement = nil
        database = nil
    }
}
