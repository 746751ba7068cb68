#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataTesting
import TestSupport
import Testing

/// The other way of each feature of a server: on plain PostgreSQL, where the store does not use the feature, and in a database that
/// refuses it.
@Suite struct FeatureTests {
    /// Each feature alone.
    static let each: [PostgresFeatures] = [
        .deferrableConstraints, .listen, .advisoryLocks, .transactionNumbers,
    ]
    /// Each feature alone, and all of them.
    static let avoided = each + [each.reduce([]) { $0.union($1) }]

    // MARK: All features off

    @Test func theStoreBehavesInADatabaseWithoutFeatures() throws {
        try LimitedDatabase().run {
            try BehaviourTests.run(
                "PostgreSQL without features",
                predicates: Trials.count(30),
                scripts: Trials.count(30, short: 10),
                named: Trials.isLong ? .all : .ofRows
            )
        }
    }

    @Test func writersKeepTheirPromisesInADatabaseWithoutFeatures() async throws {
        try await LimitedDatabase().run {
            try await Self.runWriterTests()
            try Self.runSaveTests()
            try await LiveTests().aContainerHearsOfWhatAnotherOneSaves()
            try LostCommitTests.cutCommits(Trials.count(60, short: 12))
            try ProcessTests.countInTwoProcesses(seconds: 1.5)
            try ProcessTests.killProcesses(rounds: 2)
        }
    }

    @Test func tablesAreMigratedInADatabaseWithoutFeatures() async throws {
        try await LimitedDatabase().run { try await Self.runMigrationTests() }
    }

    @Test func theProbeFindsWhatADatabaseRefuses() throws {
        try LimitedDatabase().run {
            let namespace = try TemporaryNamespace()
            _ = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
            let sql = "SELECT avoided_features FROM swiftdata_store"
            #expect(try namespace.psql(sql) == "deferrableConstraints, advisoryLocks, transactionNumbers")
            #expect(try namespace.psql("SELECT count(*) FROM swiftdata_lock") == "3")
            #expect(try namespace.psql("SELECT number FROM swiftdata_counter") == "0")
        }
        let namespace = try TemporaryNamespace()
        _ = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
        let columns = "SELECT count(*) FROM information_schema.columns WHERE table_schema = '\(namespace.name)'"
        #expect(try namespace.psql("\(columns) AND column_name = 'avoided_features'") == "0")
    }

    // MARK: Each feature off

    private static func runWriterTests() async throws {
        try await WriterTests().noUpdateIsLost()
        try await WriterTests().newModelsWithOneUniqueValueBecomeOneRow()
        try WriterTests().twoRowsExchangeTheirUniqueValues()
        try WriterTests().aDeletionOfARowThatWasChangedIsAConflict()
        try WriterTests().anIsolatedTransactionKeepsOtherWritersOut()
    }

    private static func runSaveTests() throws {
        try SaveTests().rowsThatLeadToEachOtherAreDeletedTogether()
        try SaveTests().anEditOfARowThatTheSaveItselfClearsIsComparedWithWhatWasRead()
        try SaveTests().aRowCountsASaveOnce()
        try SaveTests().aNewModelJoinsARowThatTheSaveUpdatesToo()
        try SaveTests().valuesAreExchangedByEditsOfDifferentProperties()
        try SaveTests().aNewOwnerHasItsMembersInItsOwnOrder()
        try SaveTests().anOwnerIsDeletedThoughAnotherWriterHasAddedAMember()
        try SaveTests().aMemberOfARowThatIsGoneIsAnError()
        try StatementTests().aRelationshipToNoRowIsRefused()
        try StatementTests().aDeletionByPredicateFollowsTheRules()
    }

    private static func runMigrationTests() async throws {
        try await MigrationTests().twoThatOpenAtOnceMigrateOnce()
        try MigrationTests().renamedWidenedAndAddedPropertiesKeepTheirRows()
        try MigrationTests().linksChangeTheirPlace()
        try MigrationTests().rowsInTheWayAreNamedAndNothingChanges()
        try MigrationTests().aSuperclassJoinsTables()
        try MigrationTests().theStagesOfAPlanAreFollowed()
        try MigrationTests().anOpenStoreOfBeforeWritesAndReadsNoMore()
        try MigrationTests().triggersAreMadeAnew()
    }

    @Test(arguments: each) func writersKeepTheirPromises(_ avoided: PostgresFeatures) async throws {
        // Saves wait for no notice.
        if avoided == .listen, !Trials.isLong { return }
        try await TestServer.$avoided.withValue(avoided) {
            try await Self.runWriterTests()
            try Self.runSaveTests()
        }
    }

    @Test(arguments: each) func theStoreBehaves(_ avoided: PostgresFeatures) throws {
        try TestServer.$avoided.withValue(avoided) {
            // All behaviours take a minute for each feature: they are tried where more trials are asked for.
            let name = "PostgreSQL without \(avoided)"
            let named: NamedBehaviours = Trials.isLong ? .all : .none
            try BehaviourTests.run(name, predicates: 0, scripts: Trials.count(6, short: 4), named: named)
        }
    }

    @Test(arguments: each) func containersHearOfEachOther(_ avoided: PostgresFeatures) async throws {
        try await TestServer.$avoided.withValue(avoided) {
            try await LiveTests().aContainerHearsOfWhatAnotherOneSaves()
            guard avoided == .transactionNumbers else { return }
            try await LiveTests().editsByPsqlAreSeenWithinTwoSecondsWhereTriggersRecordThem()
            try HistoryTests().changesBySQLAreRecordedWhereThatIsAskedFor()
        }
    }

    @Test(arguments: each) func lostCommitsAreToldOf(_ avoided: PostgresFeatures) throws {
        try TestServer.$avoided.withValue(avoided) { try LostCommitTests.cutCommits(Trials.count(60, short: 12)) }
    }

    @Test(.timeLimit(.minutes(15)), arguments: each)
    func twoProcessesLoseNoUpdate(_ avoided: PostgresFeatures) throws {
        try TestServer.$avoided.withValue(avoided) { try ProcessTests.countInTwoProcesses(seconds: 1) }
    }

    @Test(arguments: each) func tablesAreMigratedOnce(_ avoided: PostgresFeatures) async throws {
        try await TestServer.$avoided.withValue(avoided) {
            guard avoided != .deferrableConstraints else { return try await Self.runMigrationTests() }
            try await MigrationTests().twoThatOpenAtOnceMigrateOnce()
        }
    }

    @Test(arguments: avoided) func tablesAreMadeOnceByManyOpenings(_ avoided: PostgresFeatures) async throws {
        try await TestServer.$avoided.withValue(avoided) {
            let namespace = try TemporaryNamespace()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let configuration = namespace.configuration()
                        let container = try ModelContainer(for: Till.self, Clerk.self, configurations: configuration)
                        let context = ModelContext(container)
                        context.insert(Till(name: "\(number)"))
                        try context.save()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try namespace.psql("SELECT count(*) FROM till") == "6")
            #expect(try namespace.psql("SELECT count(*) FROM swiftdata_store") == "1")
        }
    }

    // MARK: What tables remember

    /// A process that knows nothing of the choice keeps to it.
    @Test func tablesKeepWhatTheyWereMadeWithout() throws {
        let namespace = try TemporaryNamespace()
        var configuration = namespace.configuration()
        configuration.avoidedFeatures = [.deferrableConstraints, .advisoryLocks, .transactionNumbers]
        _ = try ModelContainer(for: Till.self, Clerk.self, configurations: configuration)
        let context = ModelContext(
            try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
        )
        context.insert(Till(name: "A"))
        try context.save()
        #expect(try namespace.psql("SELECT number FROM swiftdata_counter") == "1")
        #expect(try namespace.psql("SELECT number FROM swiftdata_history") == "1")
        let constraints = "FROM pg_constraint WHERE connamespace = '\(namespace.name)'::regnamespace"
        #expect(try namespace.psql("SELECT count(*) \(constraints) AND (condeferrable OR contype = 'f')") == "0")
        try context.transaction(isolated: true) {
            let locks = "FROM pg_locks WHERE locktype = 'advisory' AND classid = 1937204853"
            let count = try namespace.psql("SELECT count(*) \(locks)")
            #expect(count == "0")
        }
    }

    @Test func tablesWithAFeatureAreNotOpenedWithoutIt() throws {
        let namespace = try TemporaryNamespace()
        _ = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
        var configuration = namespace.configuration()
        // Each process decides on notices by itself.
        configuration.avoidedFeatures = .listen
        _ = try ModelContainer(for: Till.self, Clerk.self, configurations: configuration)
        for feature in Self.each where feature != .listen {
            configuration.avoidedFeatures = feature
            do {
                _ = try ModelContainer(for: Till.self, Clerk.self, configurations: configuration)
                Issue.record("tables with \(feature) were opened without it")
            } catch let error as StoreError {
                #expect(error.code == .cannotOpen && "\(error)".contains("\(feature)"))
            }
        }
        _ = try namespace.psql("ALTER TABLE swiftdata_store ADD avoided_features text DEFAULT 'teleportation'")
        do {
            _ = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
            Issue.record("tables without an unknown feature were opened")
        } catch let error as StoreError {
            #expect(error.code == .newerLayout)
        }
    }

    @Test func aStoreWithoutNoticesHasNoConnectionForThem() async throws {
        let namespace = try TemporaryNamespace()
        var configuration = namespace.configuration()
        configuration.avoidedFeatures = .listen
        let context = ModelContext(try ModelContainer(for: Till.self, Clerk.self, configurations: configuration))
        context.insert(Till(name: "A"))
        try context.save()
        try await Task.sleep(for: .seconds(1.2))
        let channel = try namespace.psql("SELECT 'swiftdata_' || identifier FROM swiftdata_store")
        let listening = "FROM pg_stat_activity WHERE query LIKE '%' || '\(channel)' || '%' AND pid <> pg_backend_pid()"
        #expect(try namespace.psql("SELECT count(*) \(listening)") == "0")
    }
}
#endif
