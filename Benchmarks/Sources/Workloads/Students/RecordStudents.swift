import Foundation
import GRDB

final class RecordStudents: Contestant {
    let contender = Contender.records
    private let input: StudentsInput
    private let kind: StudentsKind
    private var file: URL?
    private var pool: DatabasePool?

    init(_ input: StudentsInput, _ kind: StudentsKind) {
        self.input = input
        self.kind = kind
    }

    func prepare() throws {
        if pool != nil, kind == .query || kind == .change { return }
        try close()
        let files = StudentFiles(input: input)
        let template = try kind == .creation ? files.emptyPlain() : files.plain()
        let file = try input.place.copy(template, for: "students-records-\(kind.fileName)")
        pool = try PeerFile.open(file)
        self.file = file
    }

    func run() throws -> Int {
        guard let pool else { return 0 }
        switch kind {
        case .creation:
            try pool.write { try create($0) }
            return input.students
        case .query:
            let students = try pool.read { try Self.outstanding.fetchAll($0) }
            return students.reduce(0) { $0 &+ $1.name.utf8.count }
        case .change: return try pool.write { try change($0) }
        case .objectDeletion, .batchDeletion: return try pool.write { try SchoolRecord.deleteAll($0) }
        }
    }

    private func create(_ database: Database) throws {
        for index in 0..<input.schools {
            try SchoolRecord(id: Int64(index + 1), name: input.schoolName(index)).insert(database)
        }
        var grade: Int64 = 0
        for index in 0..<input.students {
            let values = input.student(index)
            let (key, school) = (Int64(index + 1), Int64(values.school + 1))
            try StudentRecord(id: key, uuid: values.id, name: values.name, schoolId: school).insert(database)
            for (subject, mark) in values.grades {
                grade += 1
                try GradeRecord(id: grade, subject: subject, mark: mark, studentId: key).insert(database)
            }
        }
    }

    private static let outstanding = StudentRecord.filter(
        sql: """
            EXISTS (SELECT 1 FROM grade
                WHERE grade.studentId = student.id AND grade.subject = 'physics' AND grade.mark = 'A*')
            """
    )

    private func change(_ database: Database) throws -> Int {
        let grades = try GradeRecord.fetchAll(
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
