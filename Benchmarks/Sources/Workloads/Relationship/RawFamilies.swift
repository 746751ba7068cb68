import Foundation

/// Two statements, and plain classes that refer to each other.
final class RawFamilies: Contestant {
    let contender = Contender.raw
    private let files: FamilyFiles
    private var database: RawDatabase?
    private var parents: RawStatement?
    private var children: RawStatement?

    init(_ files: FamilyFiles) {
        self.files = files
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try files.plain())
        parents = try database.prepare("SELECT id, name FROM parent")
        children = try database.prepare("SELECT id, name, age, parentId FROM child")
        self.database = database
    }

    func run() throws -> Int {
        guard let parents, let children else { return 0 }
        var all: [PlainParent] = []
        var byKey: [Int: PlainParent] = [:]
        while try parents.step() {
            let parent = PlainParent(parents)
            all.append(parent)
            byKey[parent.id] = parent
        }
        parents.reset()
        while try children.step() {
            guard let parent = byKey[children.integer(3)] else { continue }
            parent.children.append(PlainChild(children, parent))
        }
        children.reset()
        var sum = 0
        for parent in all {
            sum &+= parent.name.utf8.count
            for child in parent.children { sum &+= childChecksum(child.name, child.age) }
        }
        return sum
    }

    func close() {
        parents = nil
        children = nil
        database = nil
    }
}

private final class PlainParent {
    let id: Int
    var name: String
    var children: [PlainChild] = []

    init(_ row: RawStatement) {
        id = row.integer(0)
        name = row.text(1)
    }
}

private final class PlainChild {
    let id: Int
    var name: String
    var age: Int
    weak var parent: PlainParent?

    init(_ row: RawStatement, _ parent: PlainParent) {
        id = row.integer(0)
        name = row.text(1)
        age = row.integer(2)
        self.parent = parent
    }
}
