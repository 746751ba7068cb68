import SwiftData
import Testing

/// A history that breaks its contract is a typed error, or does no harm.
@Suite struct HostileHistoryTests {
    private let library: HostileLibrary

    init() throws { library = try HostileLibrary() }

    private func misbehave(_ misdeed: HistoryMisdeed) {
        library.configuration.shelf.historyMisdeed = misdeed
        if misdeed == .anotherIdentifier { library.misdeed = .anotherIdentifier }
    }

    private var rows: Int { library.configuration.shelf.rows.count }

    @Test(arguments: HistoryMisdeed.allCases.filter { !$0.isHarmless })
    func aWrongAnswerIsAnErrorThatNamesTheStore(_ misdeed: HistoryMisdeed) throws {
        let before = library.pending
        #expect(try library.context.fetchHistory(HistoryDescriptor<HostileTransaction>()).count == rows)
        misbehave(misdeed)
        let error = try #require(throws: (any Error).self) {
            try library.context.fetchHistory(HistoryDescriptor<HostileTransaction>())
        }
        if misdeed == .throwsMidway {
            #expect(error is Sabotage)
        } else {
            let error = try #require(error as? StoreError)
            #expect(error.code == .misbehavingStore && error.description.contains("\"hostile\""))
        }
        #expect(library.pending == before)
    }

    @Test(arguments: HistoryMisdeed.allCases)
    func anObserverWithATokenOfSuchAHistoryThrowsOrCounts(_ misdeed: HistoryMisdeed) throws {
        misbehave(misdeed)
        let token = HostileToken(store: "hostile-1", number: 1)
        do {
            let observer = try HistoryObserver(
                historyTokens: ["hostile-1": token],
                observedModels: [Person.self],
                authors: ["nobody"],
                modelContainer: library.container
            )
            #expect(misdeed.isHarmless && observer.eventCounter == 0)
        } catch {
            #expect(!misdeed.isHarmless && (error is Sabotage || (error as? StoreError)?.code == .misbehavingStore))
        }
    }

    @Test func moreTransactionsThanWereAskedForAreLeftOut() throws {
        misbehave(.moreThanTheLimit)
        var descriptor = HistoryDescriptor<HostileTransaction>()
        descriptor.fetchLimit = 2
        #expect(try library.context.fetchHistory(descriptor).map(\.number) == [1, 2])
    }

    @Test func aTokenOfAnotherStoreIsNotHandedOn() throws {
        misbehave(.foreignToken)
        let tokens = SavedTokens(library.context)
        try library.context.save()
        #expect(tokens.all.isEmpty)
        #expect(!library.context.hasChanges)
        library.configuration.shelf.historyMisdeed = nil
        library.authors[0].name = "AA"
        try library.context.save()
        #expect(tokens.all["hostile-1"] as? HostileToken == HostileToken(store: "hostile-1", number: 1))
    }

    @Test func whatAStoreThrowsWhenItDeletesHistoryReachesTheCaller() {
        #expect(throws: Sabotage.self) {
            try library.context.deleteHistory(HistoryDescriptor<HostileTransaction>())
        }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try library.context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        }
    }
}

/// The tokens that the saves of a context tell of. Tests use it from one thread.
final class SavedTokens: @unchecked Sendable {
    private(set) var all: [String: any HistoryToken] = [:]
    private var registration: (any NSObjectProtocol)?

    init(_ context: ModelContext) {
        registration = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { [weak self] notification in
            let tokens = notification.userInfo?[ModelContext.NotificationKey.historyTokens]
            self?.all.merge(tokens as? [String: any HistoryToken] ?? [:]) { _, new in new }
        }
    }

    deinit { registration.map(NotificationCenter.default.removeObserver) }
}
