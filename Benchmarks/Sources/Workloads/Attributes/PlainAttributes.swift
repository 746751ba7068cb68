final class PlainAttributes: Contestant {
    let contender = Contender.plain
    private let passes: Int
    private let isWriting: Bool
    private var people: [PlainPerson] = []

    init(passes: Int, isWriting: Bool) {
        self.passes = passes
        self.isWriting = isWriting
    }

    func prepare() {
        people = (0..<People.count).map { PlainPerson(age: $0, name: People.name($0)) }
    }

    func run() -> Int {
        if isWriting { write() } else { read() }
    }

    private func read() -> Int {
        var sum = 0
        for _ in 0..<passes {
            for person in people { sum &+= person.age &+ person.name.utf8.count }
        }
        return sum
    }

    private func write() -> Int {
        for pass in 1...passes {
            let name = People.name(pass)
            for person in people {
                person.age = pass
                person.name = name
            }
        }
        return people.reduce(0) { $0 &+ $1.age &+ $1.name.utf8.count }
    }

    func close() {
        people = []
    }
}
