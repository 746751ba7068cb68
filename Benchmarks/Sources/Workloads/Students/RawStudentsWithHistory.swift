import Foundation

/// Writes the rows that we write, in the tables that we write them to.
final class RawStudentsWithHistory: Contestant {
    let contender = Contender.rawWithHistory
    private let input: StudentsInput
    private var file: URL?
    private var database: RawDatabase?
    /// Entities are numbered by name.
    private let grade = 1
    private let school = 2
    private let student = 3

    init(_ input: StudentsInput) {
        self.input = input
    }

    func prepare() throws {
        database = nil
        let empty = try StudentFiles(input: input).emptyOurs()
        let file = try input.place.copy(empty, for: "students-raw-history")
        database = try RawDatabase(file)
        self.file = file
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let history = try RawHistory(database)
        try database.transaction {
            try history.begin()
            try insertSchools(database, history)
            let grades = try insertStudents(database, history)
            let counts = [(grade, grades), (school, input.schools), (student, input.students)]
            for (entity, count) in counts {
                try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_ENT = \(entity)")
            }
            try history.end()
        }
        return input.students
    }

    private func insertSchools(_ database: RawDatabase, _ history: RawHistory) throws {
        let statement = try database.prepare("INSERT INTO ZSCHOOL (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, ?, 1, ?)")
        for index in 0..<input.schools {
            statement.bind(1, index + 1)
            statement.bind(2, school)
            statement.bind(3, input.schoolName(index))
            try statement.run()
            try history.add(RawHistory.insertion, entity: school, key: index + 1)
        }
    }

    private func insertStudents(_ database: RawDatabase, _ history: RawHistory) throws -> Int {
        let students = try database.prepare(
            "INSERT INTO ZSTUDENT (Z_ENT, Z_OPT, ZSCHOOL, ZNAME, ZID) VALUES (?, 1, ?, ?, ?)"
        )
        let grades = try database.prepare(
            "INSERT INTO ZGRADE (Z_ENT, Z_OPT, ZSTUDENT, ZMARK, ZSUBJECT) VALUES (?, 1, ?, ?, ?)"
        )
        var last = 0
        for index in 0..<input.students {
            let values = input.student(index)
            students.bind(1, student)
            students.bind(2, values.school + 1)
            students.bind(3, values.name)
            students.bind(4, values.id)
            try students.run()
            try history.add(RawHistory.insertion, entity: student, key: index + 1)
            for (subject, mark) in values.grades {
                last += 1
                grades.bind(1, grade)
                grades.bind(2, index + 1)
                grades.bind(3, mark)
                grades.bind(4, subject)
                try grades.run()
                try history.add(RawHistory.insertion, entity: grade, key: last)
            }
        }
        return last
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try StudentFiles.sum(ours: file)
    }

    func close() {
        database = nil
    }
}
