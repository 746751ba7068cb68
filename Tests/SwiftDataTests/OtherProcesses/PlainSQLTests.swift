import ClientModels
import SwiftData
import TestSupport
import Testing

/// Commits of the `sqlite3` program.
@MainActor @Suite struct PlainSQLTests {
    private let store: NeighbourStore
    private let container: ModelContainer
    private let ledger: Ledger
    private var context: ModelContext { container.mainContext }

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        container = try store.container()
        ledger = try #require(try container.mainContext.fetch(FetchDescriptor<Ledger>()).first)
    }

    /// The statements that Core Data would run for a new entry, a changed one and their ledger.
    private let withHistory = """
        BEGIN IMMEDIATE;
        UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = 'LedgerEntry';
        INSERT INTO ZLEDGERENTRY (Z_PK, Z_ENT, Z_OPT, ZWRITER, ZNUMBER, ZSEEN, ZLEDGER)
        SELECT Z_MAX, Z_ENT, 1, 'sqlite3', 3, 0, 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'LedgerEntry';
        UPDATE ZLEDGERENTRY SET ZSEEN = 7, Z_OPT = Z_OPT + 1 WHERE ZNUMBER = 1;
        UPDATE ZLEDGER SET Z_OPT = Z_OPT + 1 WHERE Z_PK = 1;
        UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME IN ('TRANSACTION', 'TRANSACTIONSTRING');
        INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME)
        SELECT Z_MAX, 16003, 'a shell' FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTIONSTRING';
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHORTS)
        SELECT t.Z_MAX, 16002, 800000000.5, s.Z_MAX FROM Z_PRIMARYKEY t, Z_PRIMARYKEY s
        WHERE t.Z_NAME = 'TRANSACTION' AND s.Z_NAME = 'TRANSACTIONSTRING';
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
        SELECT c.Z_MAX + 1, 16001, 0, e.Z_ENT, e.Z_MAX, t.Z_MAX, NULL
        FROM Z_PRIMARYKEY c, Z_PRIMARYKEY e, Z_PRIMARYKEY t
        WHERE c.Z_NAME = 'CHANGE' AND e.Z_NAME = 'LedgerEntry' AND t.Z_NAME = 'TRANSACTION';
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
        SELECT c.Z_MAX + 2, 16001, 1, e.Z_ENT, (SELECT Z_PK FROM ZLEDGERENTRY WHERE ZNUMBER = 1), t.Z_MAX, x'20'
        FROM Z_PRIMARYKEY c, Z_PRIMARYKEY e, Z_PRIMARYKEY t
        WHERE c.Z_NAME = 'CHANGE' AND e.Z_NAME = 'LedgerEntry' AND t.Z_NAME = 'TRANSACTION';
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
        SELECT c.Z_MAX + 3, 16001, 1, e.Z_ENT, 1, t.Z_MAX, x'40'
        FROM Z_PRIMARYKEY c, Z_PRIMARYKEY e, Z_PRIMARYKEY t
        WHERE c.Z_NAME = 'CHANGE' AND e.Z_NAME = 'Ledger' AND t.Z_NAME = 'TRANSACTION';
        UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 3 WHERE Z_NAME = 'CHANGE';
        COMMIT;
        """

    @Test func rowsWithHistoryAsCoreDataWritesItAreNoticedByIdentifier() async throws {
        let entries = ledger.entries
        #expect(entries.map(\.seen) == [0, 0])
        let notices = Notices(of: container)
        try store.sqlite3(withHistory)
        #expect(try await waiting { ledger.entries.count == 3 })
        #expect(entries[0].seen == 7)
        let notice = try #require(notices.all.first)
        #expect(notices.all.count == 1 && !notice.everything)
        #expect(notice.inserted == (try context.entries([3])).map(\.persistentModelID))
        #expect(Set(notice.updated) == [entries[0].persistentModelID, ledger.persistentModelID])
    }

    @Test func rowsWithoutHistoryMakeEverythingBeReadAgain() async throws {
        let entries = ledger.entries
        let notices = Notices(of: container)
        try store.sqlite3("UPDATE ZLEDGERENTRY SET ZSEEN = 9; DELETE FROM ZLEDGERENTRY WHERE ZNUMBER = 2;")
        #expect(try await waiting { entries[0].seen == 9 })
        // Which rows have gone is found out as they are read.
        #expect(entries[1].seen == 0 && entries[1].modelContext == nil)
        #expect(ledger.entries.map(\.number) == [1])
        #expect(notices.all.allSatisfy { $0.everything && $0.updated.isEmpty } && !notices.all.isEmpty)
    }

    @Test func changesOfEntitiesThatTheSchemaDoesNotHaveAreLeftOut() async throws {
        let notices = Notices(of: container)
        try store.sqlite3(
            """
            BEGIN IMMEDIATE;
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = 'TRANSACTION';
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP)
            SELECT Z_MAX, 16002, 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION';
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
            SELECT 1000, 16001, 1, 77, 1, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION';
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1000 WHERE Z_NAME = 'CHANGE';
            COMMIT;
            """
        )
        try store.neighbour("edit", "1")
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.updated.count) == [1])
    }

    @Test func moreChangesThanAreWorthListingMakeEverythingBeReadAgain() async throws {
        let entry = ledger.entries[0]
        let notices = Notices(of: container)
        try store.sqlite3(
            """
            BEGIN IMMEDIATE;
            UPDATE ZLEDGERENTRY SET ZSEEN = 5;
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = 'TRANSACTION';
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP)
            SELECT Z_MAX, 16002, 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION';
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
            SELECT 1000 + i, 16001, 1, e.Z_ENT, 1, t.Z_MAX FROM n, Z_PRIMARYKEY e, Z_PRIMARYKEY t
            WHERE e.Z_NAME = 'LedgerEntry' AND t.Z_NAME = 'TRANSACTION';
            UPDATE Z_PRIMARYKEY SET Z_MAX = 11001 WHERE Z_NAME = 'CHANGE';
            COMMIT;
            """
        )
        #expect(try await waiting { entry.seen == 5 })
        #expect(notices.all.map(\.everything) == [true])
        // What comes after it is listed again.
        try store.neighbour("edit", "1")
        #expect(try await waiting { notices.all.count == 2 })
        #expect(notices.all[1].updated == [entry.persistentModelID] && !notices.all[1].everything)
    }

    @Test func aHistoryWithAGapMakesEverythingBeReadAgain() async throws {
        let notices = Notices(of: container)
        try store.sqlite3(
            """
            BEGIN IMMEDIATE;
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 2 WHERE Z_NAME = 'TRANSACTION';
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP)
            SELECT Z_MAX, 16002, 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION';
            COMMIT;
            """
        )
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.everything) == [true])
    }
}
