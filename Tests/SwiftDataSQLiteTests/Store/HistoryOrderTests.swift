import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

/// In which order the history tells of a save that does everything at once, however many rows it is about.
@Suite struct HistoryOrderTests {
    private struct ReportedChange {
        let kind: Int
        let entity: Int
        let key: Int
    }

    /// Entities are numbered by name: Keeper 1, Museum 2, Note 3, Shelf 4, Subject 5, Volume 6.
    private static let query =
        "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS IS NULL, ZTRANSACTIONID FROM ACHANGE "

    @Test(arguments: [1, 3, 70, 300], [1, 2])
    func insertionsComeFirstThenUpdatesThenDeletions(_ count: Int, step: Int) throws {
        let library = try Library()
        let context = library.context
        context.autosaveEnabled = false
        // Every `step`th of the stored rows is deleted, so that their keys follow each other or do not.
        let volumes = (0..<count * step).map { Volume("v\($0)") }
        let notes = (0..<count * step).map { Note("n\($0)") }
        let subjects = (0..<count).map { Subject("s\($0)") }
        for volume in volumes { context.insert(volume) }
        for note in notes { context.insert(note) }
        for subject in subjects { context.insert(subject) }
        try context.save()
        let before = try library.rows("SELECT count(*) FROM ACHANGE").first.flatMap { Int($0) } ?? 0
        #expect(before == count * step * 2 + count)

        // In turns, so that the order of the work is not that of the tables.
        for index in 0..<count {
            context.insert(Keeper("k\(index)"))
            context.delete(volumes[index * step])
            subjects[count - 1 - index].name = "t\(index)"
            context.insert(Shelf("r", index))
            context.delete(notes[index * step])
        }
        try context.save()

        var expected: [ReportedChange] = []
        // Tables with unique values are written first.
        expected += (1...count).map { ReportedChange(kind: 0, entity: 4, key: $0) }
        expected += (1...count).map { ReportedChange(kind: 0, entity: 1, key: $0) }
        expected += (1...count).reversed().map { ReportedChange(kind: 1, entity: 5, key: $0) }
        expected += (0..<count).map { ReportedChange(kind: 2, entity: 3, key: $0 * step + 1) }
        expected += (0..<count).map { ReportedChange(kind: 2, entity: 6, key: $0 * step + 1) }
        let rows = expected.enumerated().map { index, change in
            "\(before + index + 1)|\(change.kind)|\(change.entity)|\(change.key)|\(change.kind == 1 ? 0 : 1)|2"
        }
        #expect(try library.rows(Self.query + "WHERE ZTRANSACTIONID = 2 ORDER BY Z_PK") == rows)
        // Titles are preserved.
        #expect(
            try library.rows(
                "SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZCHANGETYPE = 2 AND ZENTITY = 6 ORDER BY Z_PK"
            ) == (0..<count).map { "v\($0 * step)" }
        )
        #expect(
            try library.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'") == ["\(before + rows.count)"]
        )
        let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(transactions.map(\.changes.count) == [before, rows.count])
    }

    /// The numbers of transactions follow each other without gaps, and no transaction overwrites an earlier one.
    @Test func transactionsFollowEachOtherWithoutGaps() throws {
        let library = try Library()
        let context = library.context
        var random = SeededRandom(seed: 11)
        var notes: [Note] = []
        for round in 0..<25 {
            for _ in 0..<random.below(100) {
                let note = Note("\(round)")
                context.insert(note)
                notes.append(note)
            }
            for note in notes where random.chance(20) { note.text += "+" }
            try context.save()
            let (gone, left) = (notes.filter { _ in random.chance(10) }, notes)
            for note in gone { context.delete(note) }
            notes = left.filter { note in !gone.contains { $0 === note } }
            try context.save()
        }
        #expect(try library.rows("SELECT count(*) - max(Z_PK), min(Z_PK) FROM ACHANGE") == ["0|1"])
        #expect(
            try library.rows(
                "SELECT count(*) FROM ACHANGE a JOIN ACHANGE b ON b.Z_PK = a.Z_PK + 1 "
                    + "WHERE b.ZTRANSACTIONID < a.ZTRANSACTIONID"
            ) == ["0"]
        )
        #expect(
            try library.rows(
                "SELECT (SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 0) - "
                    + "(SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 2) - (SELECT count(*) FROM ZNOTE)"
            ) == ["0"]
        )
    }
}
