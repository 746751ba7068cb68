import SwiftData

final class OurStudents: Contestant {
    let contender = Contender.ours
    private let input: StudentsInput
    private let kind: StudentsKind
    private var file: URL?
    private var container: ModelContainer?

    init(_ input: StudentsInput, _ kind: StudentsKind) {
        self.input = input
        self.kind = kind
    }

    func prepare() throws {
        if container != nil, kind == .query || kind == .change { return }
        container = nil
        let files = StudentFiles(input: input)
        let template = try kind == .creation ? files.emptyOurs() : files.ours()
        let file = try input.place.copy(template, for: "students-ours-\(kind.fileName)")
        container = try OurFile.open(file, StudentFiles.models)
        self.file = file
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        switch kind {
        case .creation:
            try Self.create(input, context)
            return input.students
        case .query: return try query(context)
        case .change: return try change(context)
        case .objectDeletion:
            for school in try context.fetch(FetchDescriptor<School>()) { context.delete(school) }
            try context.save()
            return input.schools
        case .batchDeletion:
            try context.delete(model: School.self)
            return input.schools
        }
    }

    static func create(_ input: StudentsInput, _ context: ModelContext) throws {
        let schools = (0..<input.schools).map { School(name: input.schoolName($0)) }
        for school in schools { context.insert(school) }
        for index in 0..<input.students {
            let values = input.student(index)
            let student = Student(id: values.id, name: values.name, school: schools[values.school])
            context.insert(student)
            for (subject, mark) in values.grades {
                context.insert(Grade(subject: subject, mark: mark, student: student))
            }
        }
        try context.save()
    }

    private func query(_ context: ModelContext) throws -> Int {
        let predicate = #Predicate<Student> { student in
            student.grades.contains { $0.subject == "physics" && $0.mark == "A*" }
        }
        let students = try context.fetch(FetchDescriptor(predicate: predicate))
        return students.reduce(0) { $0 &+ $1.name.utf8.count }
    }

    private func change(_ context: ModelContext) throws -> Int {
        let school = StudentsInput.school
        let predicate = #Predicate<Grade> { $0.subject == "maths" && $0.student?.school?.name == school }
        let grades = try context.fetch(FetchDescriptor(predicate: predicate))
        for grade in grades { grade.mark = StudentsInput.following(grade.mark) }
        try context.save()
        return grades.count
    }

    func check() throws -> Int {
        guard let file, kind != .query else { return 0 }
        return try StudentFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
