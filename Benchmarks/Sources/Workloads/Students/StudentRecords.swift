import Foundation
import GRDB

/// The records of one kind: written by hand, or by the compiler.
protocol StudentRows {
    associatedtype School: SchoolRow
    associatedtype Student: StudentRow
    associatedtype Grade: GradeRow
}

protocol SchoolRow: FetchableRecord, PersistableRecord {
    init(id: Int64, name: String)
}

protocol StudentRow: FetchableRecord, PersistableRecord {
    var name: String { get }

    init(id: Int64, uuid: UUID, name: String, schoolId: Int64?)
}

protocol GradeRow: FetchableRecord, PersistableRecord {
    var mark: String { get set }

    init(id: Int64, subject: String, mark: String, studentId: Int64?)
}

enum HandWrittenStudentRows: StudentRows {
    typealias School = SchoolRecord
    typealias Student = StudentRecord
    typealias Grade = GradeRecord
}

struct SchoolRecord: SchoolRow {
    static let databaseTableName = "school"

    var id: Int64
    var name: String

    init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }

    init(row: Row) {
        id = row[0]
        name = row[1]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
    }
}

struct StudentRecord: StudentRow {
    static let databaseTableName = "student"

    var id: Int64
    var uuid: UUID
    var name: String
    var schoolId: Int64?

    init(id: Int64, uuid: UUID, name: String, schoolId: Int64?) {
        self.id = id
        self.uuid = uuid
        self.name = name
        self.schoolId = schoolId
    }

    init(row: Row) {
        id = row[0]
        uuid = row[1]
        name = row[2]
        schoolId = row[3]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["uuid"] = uuid
        container["name"] = name
        container["schoolId"] = schoolId
    }
}

struct GradeRecord: GradeRow {
    static let databaseTableName = "grade"

    var id: Int64
    var subject: String
    var mark: String
    var studentId: Int64?

    init(id: Int64, subject: String, mark: String, studentId: Int64?) {
        self.id = id
        self.subject = subject
        self.mark = mark
        self.studentId = studentId
    }

    init(row: Row) {
        id = row[0]
        subject = row[1]
        mark = row[2]
        studentId = row[3]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["subject"] = subject
        container["mark"] = mark
        container["studentId"] = studentId
    }
}
