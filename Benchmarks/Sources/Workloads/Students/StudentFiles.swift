import SwiftData

/// The files with students.
struct StudentFiles {
    let input: StudentsInput

    static let models: [any PersistentModel.Type] = [School.self, Student.self, Grade.self]

    private var name: String { "\(input.schools)-\(input.students)" }

    func emptyOurs() throws -> URL {
        try input.place.template("students-ours-0") { file in _ = try OurFile.open(file, Self.models) }
    }

    func ours() throws -> URL {
        try input.place.template("students-ours-\(name)") { file in
            try OurStudents.create(input, ModelContext(try OurFile.open(file, Self.models)))
        }
    }

    func emptyPlain() throws -> URL {
        try input.place.template("students-plain-0") { file in
            try RawDatabase(file).execute(
                """
                CREATE TABLE school (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TABLE student (id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, name TEXT NOT NULL,
                    schoolId INTEGER REFERENCES school (id) ON DELETE CASCADE);
                CREATE UNIQUE INDEX student_uuid ON student (uuid);
                CREATE INDEX student_school ON student (schoolId);
                CREATE TABLE grade (id INTEGER PRIMARY KEY, subject TEXT NOT NULL, mark TEXT NOT NULL,
                    studentId INTEGER REFERENCES student (id) ON DELETE CASCADE);
                CREATE INDEX grade_student ON grade (studentId)
                """
            )
        }
    }

    func plain() throws -> URL {
        try input.place.template("students-plain-\(name)") { file in
            for suffix in ["", "-wal", "-shm"] {
                let empty = try emptyPlain().path + suffix
                guard FileManager.default.fileExists(atPath: empty) else { continue }
                try FileManager.default.copyItem(atPath: empty, toPath: file.path + suffix)
            }
            try RawStudents.create(input, RawDatabase(file))
        }
    }

    static func sum(ours file: URL) throws -> Int {
        try RawDatabase.integer(
            file,
            """
            SELECT (SELECT count(*) FROM ZSCHOOL) * 3 + (SELECT coalesce(sum(length(ZNAME) + length(ZID)), 0) FROM ZSTUDENT)
                + (SELECT coalesce(sum(unicode(ZMARK) + length(ZSUBJECT)), 0) FROM ZGRADE)
            """
        )
    }

    static func sum(plain file: URL) throws -> Int {
        try RawDatabase.integer(
            file,
            """
            SELECT (SELECT count(*) FROM school) * 3 + (SELECT coalesce(sum(length(name) + length(uuid)), 0) FROM student)
                + (SELECT coalesce(sum(unicode(mark) + length(subject)), 0) FROM grade)
            """
        )
    }
}
