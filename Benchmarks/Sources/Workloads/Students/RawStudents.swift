import Foundation

final class RawStudents: Contestant {
    let contender = Contender.raw
    private let input: StudentsInput
    private let kind: StudentsKind
    private var file: URL?
    private var database: RawDatabase?

    init(_ input: StudentsInput, _ kind: StudentsKind) {
        self.input = input
        self.kind = kind
    }

    func prepare() throws {
        if database != nil, kind == .query || kind == .change { return }
        self.database = nil
        let files = StudentFiles(input: input)
        let template = try kind == .creation ? files.emptyPlain() : files.plain()
        let file = try input.place.copy(template, for: "students-raw-\(kind.fileName)")
        let database = try RawDatabase(file)
        // The least that there is to do: nobody asks whether the school of a student is there.
        if kind == .creation { try database.execute("PRAGMA foreign_keys = OFF") }
        self.database = database
        self.file = file
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        switch kind {
        case .creation:
            try Self.create(input, database)
            return input.students
        case .query: return try query(database)
        case .change: return try change(database)
        case .objectDeletion: return try deleteEach(database)
        case .batchDeletion:
            try database.transaction { try database.execute("DELETE FROM school") }
            return input.schools
        }
    }

    private func deleteEach(_ database: RawDatabase) throws -> Int {
        let schools = try database.prepare("SELECT id FROM school")
        var keys: [Int] = []
        while try schools.step() { keys.append(schools.integer(0)) }
        schools.reset()
        let deletion = try database.prepare("DELETE FROM school WHERE id = ?")
        try database.transaction {
            for key in keys {
                deletion.bind(1, key)
                try deletion.run()
            }
        }
        return keys.count
    }

    static func create(_ input: StudentsInput, _ database: RawDatabase) throws {
        let school = try database.prepare("INSERT INTO school VALUES (?, ?)")
        let student = try database.prepare("INSERT INTO student VALUES (?, ?, ?, ?)")
        let grade = try database.prepare("INSERT INTO grade VALUES (NULL, ?, ?, ?)")
        try database.transaction {
            for index in 0..<input.schools {
                school.bind(1, index + 1)
                school.bind(2, input.schoolName(index))
                try school.run()
            }
            for index in 0..<input.students {
                let values = input.student(index)
                student.bind(1, index + 1)
                student.bind(2, values.id)
                student.bind(3, values.name)
                student.bind(4, values.school + 1)
                try student.run()
                for (subject, mark) in values.grades {
                    grade.bind(1, subject)
                    grade.bind(2, mark)
                    grade.bind(3, index + 1)
                    try grade.run()
                }
            }
        }
    }

    private func query(_ database: RawDatabase) throws -> Int {
        let statement = try database.prepare(
            """
            SELECT id, uuid, name, schoolId FROM student WHERE EXISTS (SELECT 1 FROM grade
                WHERE grade.studentId = student.id AND grade.subject = 'physics' AND grade.mark = 'A*')
            """
        )
        var students: [PlainStudent] = []
        while try statement.step() { students.append(PlainStudent(statement)) }
        return students.reduce(0) { $0 &+ $1.name.utf8.count }
    }

    private func change(_ database: RawDatabase) throws -> Int {
        let statement = try database.prepare(
            """
            SELECT grade.id, grade.mark FROM grade JOIN student ON student.id = grade.studentId
                JOIN school ON school.id = student.schoolId
            WHERE school.name = ? AND grade.subject = 'maths'
            """
        )
        statement.bind(1, StudentsInput.school)
        var grades: [(key: Int, mark: String)] = []
        while try statement.step() { grades.append((statement.integer(0), statement.text(1))) }
        statement.reset()
        let update = try database.prepare("UPDATE grade SET mark = ? WHERE id = ?")
        try database.transaction {
            for (key, mark) in grades {
                update.bind(1, StudentsInput.following(mark))
                update.bind(2, key)
                try update.run()
            }
        }
        return grades.count
    }

    func check() throws -> Int {
        guard let file, kind != .query else { return 0 }
        return try StudentFiles.sum(plain: file)
    }

    func close() {
        database = nil
    }
}

private final class PlainStudent {
    let key: Int
    var id: UUID
    var name: String
    var school: Int

    init(_ row: RawStatement) {
        key = row.integer(0)
        id = row.uuid(1)
        name = row.text(2)
        school = row.integer(3)
    }
}
