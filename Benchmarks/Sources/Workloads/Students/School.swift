import SwiftData

@Model
final class School {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Student.school)
    var students: [Student] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Student {
    @Attribute(.unique) var id: UUID
    var name: String
    var school: School?
    @Relationship(deleteRule: .cascade, inverse: \Grade.student)
    var grades: [Grade] = []

    init(id: UUID, name: String, school: School) {
        self.id = id
        self.name = name
        self.school = school
    }
}

@Model
final class Grade {
    var subject: String
    var mark: String
    var student: Student?

    init(subject: String, mark: String, student: Student) {
        self.subject = subject
        self.mark = mark
        self.student = student
    }
}
