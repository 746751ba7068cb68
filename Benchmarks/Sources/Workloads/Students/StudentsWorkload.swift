/// A graph of objects: made, asked, changed and deleted.
struct StudentsWorkload: Workload {
    let number = 7
    let title = "schools, students with unique UUIDs and their grades, cascade with inverse"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = StudentsInput(schools: sizes.schools, students: sizes.students, place)
        let creation = Contest(
            "create and save",
            rows: input.students,
            goals: [.ratio(to: .raw, atMost: 3), .peak(megabytes: 450)],
            [
                OurStudents(input, .creation), RecordStudents(input, .creation), CodableStudents(input, .creation),
                RawStudents(input, .creation), RawStudentsWithHistory(input),
            ]
        )
        let others = StudentsKind.others.map { kind in
            Contest(
                kind.rawValue,
                rows: kind == .change ? max(1, input.students / input.schools) : input.students,
                goals: [.ratio(to: .records, atMost: 2), .peak(megabytes: 450)],
                [
                    OurStudents(input, kind), RecordStudents(input, kind), CodableStudents(input, kind),
                    RawStudents(input, kind),
                ]
            )
        }
        return [creation] + others
    }
}

enum StudentsKind: String {
    case creation = "create and save"
    case query = "those with an A* in physics"
    case change = "one school's maths grades changed"
    case objectDeletion = "delete all, each school as an object"
    case batchDeletion = "delete all, in one go"

    static let others: [StudentsKind] = [.query, .change, .objectDeletion, .batchDeletion]

    var isDeleting: Bool { self == .objectDeletion || self == .batchDeletion }
    var fileName: String { "\(self)" }
}
