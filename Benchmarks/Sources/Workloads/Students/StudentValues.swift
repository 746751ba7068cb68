import Foundation

/// Schools, their students, and the grades of these: made as they are needed, so that they take no memory.
struct StudentsInput: Sendable {
    let schools: Int
    let students: Int
    let place: Workplace
    private let names: [String]

    init(schools: Int, students: Int, _ place: Workplace) {
        self.schools = schools
        self.students = students
        self.place = place
        var random = SeededRandom(seed: 7)
        names = (0..<1_024).map { _ in random.words(2) }
    }

    static let subjects = ["maths", "physics", "chemistry", "biology", "history", "music", "art", "sports"]
    static let marks = ["A*", "A", "B", "C", "D", "E"]
    /// The school whose grades change.
    static let school = "School 1"

    func schoolName(_ index: Int) -> String { "School \(index)" }

    /// Two to seven grades each, four and a half in the mean.
    func student(_ index: Int) -> StudentValues {
        var random = SeededRandom(seed: UInt64(index) &* 0x2545_F491_4F6C_DD1D)
        return StudentValues(
            school: index % schools,
            id: Self.identifier(&random),
            name: names[random.below(names.count)],
            grades: (0..<2 + random.below(6)).map { _ in
                (Self.subjects[random.below(Self.subjects.count)], Self.marks[random.below(Self.marks.count)])
            }
        )
    }

    static func following(_ mark: String) -> String {
        let place = marks.firstIndex(of: mark) ?? 0
        return marks[(place + 1) % marks.count]
    }

    private static func identifier(_ random: inout SeededRandom) -> UUID {
        let (high, low) = (random.next(), random.next())
        var bytes = [UInt8](repeating: 0, count: 16)
        for place in 0..<8 {
            bytes[place] = UInt8(truncatingIfNeeded: high >> UInt64(8 * place))
            bytes[8 + place] = UInt8(truncatingIfNeeded: low >> UInt64(8 * place))
        }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// The values of a student.
struct StudentValues {
    var school: Int
    var id: UUID
    var name: String
    var grades: [(subject: String, mark: String)]
}
