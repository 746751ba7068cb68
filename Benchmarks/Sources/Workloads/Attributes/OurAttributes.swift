import SwiftData

final class OurAttributes: Contestant {
    let contender = Contender.ours
    private let place: Workplace
    private let passes: Int
    private let isWriting: Bool
    private var context: ModelContext?
    private var people: [OurPerson] = []

    init(_ place: Workplace, passes: Int, isWriting: Bool) {
        self.place = place
        self.passes = passes
        self.isWriting = isWriting
    }

    /// Each round begins without unsaved changes.
    func prepare() throws {
        if let context { return context.rollback() }
        let context = ModelContext(try OurFile.open(try place.fresh("attributes"), [OurPerson.self]))
        for number in 0..<People.count {
            let person = OurPerson(age: number, name: People.name(number))
            context.insert(person)
            people.append(person)
        }
        try context.save()
        self.context = context
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
        context = nil
    }
}
