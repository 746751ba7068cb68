import Foundation
import GRDB

enum CodableStudentRows: StudentRows {
    typealias School = SchoolCodableRecord
    typealias Student = StudentCodableRecord
    typealias Grade = GradeCodableRecord
}

struct SchoolCodableRecord: SchoolRow, Codable {
    static let databaseTableName = "school"

    var id: Int64
    var name: String
}

struct StudentCodableRecord: StudentRow, Codable {
    static let databaseTableName = "student"

    var id: Int64
    var uuid: UUID
    var name: String
    var schoolId: Int64?
}

struct GradeCodableRecord: GradeRow, Codable {
    static let databaseTableName = "grade"

    var id: Int64
    var subject: String
    var mark: String
    var studentId: Int64?
}
