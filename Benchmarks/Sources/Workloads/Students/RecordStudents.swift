import Foundation
import GRDB

final class RecordStudents: Contestant {
    let contender = Contender.records
    private let file: StudentPool

    init(_ input: StudentsInput, _ kind: StudentsKind) {
        file = StudentPool(input, kind, "records")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.run(HandWrittenStudentRows.self) }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

final class CodableStudents: Contestant {
    let contender = Contender.codable
    private let file: StudentPool

    init(_ input: StudentsInput, _ kind: StudentsKind) {
        file = StudentPool(input, kind, "codable")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.run(CodableStudentRows.self) }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

/// The work that both contestants share.
private final class StudentPool {
    private let input: StudentsInput
    private let kind: StudentsKind
    private let name: String
    private var file: URL?
    private var pool: DatabasePool?

    init(_ input: StudentsInput, _ kind: StudentsKind, _ name: String) {
        self.input = input
        self.kind = kind
        self.name = name
    }

    func prepare() throws {
        if pool != nil, kind == .query || kind == .change { return }
        try close()
        let files = StudentFiles(input: input)
        let template = try kind == .creation ? files.emptyPlain() : files.plain()
        let file = try input.place.copy(template, for: "students-\(name)-\(kind.fileName)")
        pool = try PeerFile.open(file)
        self.file = file
    }

    func run<Rows: StudentRows>(_ rows: Rows.Type) throws -> Int {
        guard let pool else { return 0 }
        switch kind {
        case .creation:
            try pool.write { try create(rows, $0) }
            return input.students
        case .query:
            let students = try pool.read { try Rows.Student.filter(sql: Self.outstanding).fetchAll($0) }
            return students.reduce(0) { $0 &+ $1.name.utf8.count }
        case .change: return try pool.write { try change(rows, $0) }
        case .objectDeletion:
            return try pool.write { database in
                try Rows.School.fetchAll(database).reduce(0) { try $0 + ($1.delete(database) ? 1 : 0) }
            }
        case .batchDeletion: return try pool.write { try Rows.School.deleteAll($0) }
        }
    }

    private func create<Rows: StudentRows>(_ rows: Rows.Type, _ database: Database) throws {
        for index in 0..<input.schools {
            try Rows.School(id: Int64(index + 1), name: input.schoolName(index)).insert(database)
        }
        var grade: Int64 = 0
        for index in 0..<input.students {
            let values = input.student(index)
            let (key, school) = (Int64(index + 1), Int64(values.school + 1))
            try Rows.Student(id: key, uuid: values.id, name: values.name, schoolId: school).insert(database)
            for (subject, mark) in values.grades {
                grade += 1
                try Rows.Grade(id: grade, subject: subject, mark: mark, studentId: key).insert(database)
            }
        }
    }

    private static let outstanding = """
        EXISTS (SELECT 1 FROM grade
            WHERE grade.studentId = student.id AND grade.subject = 'physics' AND grade.mark = 'A*')
        """

    private func change<Rows: StudentRows>(_ rows: Rows.Type, _ database: Database) throws -> Int {
        let grades = try Rows.Grade.fetchAll(
            database,
            sql: """
                SELECT grade.* FROM grade JOIN student ON student.id = grade.studentId
                    JOIN school ON school.id = student.schoolId
                WHERE school.name = ? AND grade.subject = 'maths'
                """,
            arguments: [StudentsInput.school]
        )
        for var grade in grades {
            try grade.updateChanges(database) { $0.mark = StudentsInput.following($0.mark) }
        }
        return grades.count
    }

    func check() throws -> Int {
        guard let file, kind != .query else { return 0 }
        return try StudentFiles.sum(plain: file)
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
