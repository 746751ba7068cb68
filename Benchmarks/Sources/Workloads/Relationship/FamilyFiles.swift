import SwiftData

/// The files with parents and children.
struct FamilyFiles {
    let place: Workplace
    let parents: Int
    let childrenOfEach: Int

    private struct Values {
        var name: String
        var children: [(name: String, age: Int)]
    }

    private func values() -> [Values] {
        var random = SeededRandom(seed: 6)
        return (0..<parents).map { _ in
            let name = random.words(2)
            return Values(name: name, children: (0..<childrenOfEach).map { _ in (random.words(1), random.below(18)) })
        }
    }

    private var name: String { "\(parents)x\(childrenOfEach)" }

    func ours() throws -> URL {
        try place.template("families-ours-\(name)") { file in
            let values = values()
            try OurFile.fill(file, [Parent.self, Child.self], count: parents) { index, context in
                let parent = Parent(name: values[index].name)
                context.insert(parent)
                for child in values[index].children {
                    context.insert(Child(name: child.name, age: child.age, parent: parent))
                }
            }
        }
    }

    func plain() throws -> URL {
        try place.template("families-plain-\(name)") { file in
            let database = try RawDatabase(file)
            try database.execute(
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TABLE child (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL,
                    parentId INTEGER REFERENCES parent (id) ON DELETE CASCADE);
                CREATE INDEX child_parent ON child (parentId)
                """
            )
            try database.transaction { try insert(database) }
        }
    }

    private func insert(_ database: RawDatabase) throws {
        let parent = try database.prepare("INSERT INTO parent VALUES (?, ?)")
        let child = try database.prepare("INSERT INTO child VALUES (NULL, ?, ?, ?)")
        for (index, value) in values().enumerated() {
            parent.bind(1, index + 1)
            parent.bind(2, value.name)
            try parent.run()
            for (name, age) in value.children {
                child.bind(1, name)
                child.bind(2, age)
                child.bind(3, index + 1)
                try child.run()
            }
        }
    }
}
