import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Pages against the fetch of everything, cut by Swift.
@Suite struct PageTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder, count: Int = 60) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Account.self, Booking.self))
        context.autosaveEnabled = false
        var random = ScriptRandom(seed: 11)
        let accounts = ["b", "a", "B", "é"].map { Account(name: $0, level: 1) }
        for account in accounts { context.insert(account) }
        for number in 0..<count {
            let booking = Booking(number: number, &random)
            // JSON has no such numbers.
            if place != .json {
                if number % 9 == 0 { booking.weight = .nan }
                if number % 11 == 0 { booking.share = .nan }
                if number % 13 == 0 { booking.weight = .infinity }
            }
            context.insert(booking)
            booking.account = number % 3 == 0 ? nil : accounts[number % 4]
        }
        try context.save()
        return context
    }

    /// Orders by one or two keys, of each type that a store can compare.
    private static var orders: [[SortDescriptor<Booking>]] {
        var orders: [[SortDescriptor<Booking>]] = [[]]
        for order in [SortOrder.forward, .reverse] {
            orders += [
                [SortDescriptor(\.number, order: order)],
                [SortDescriptor(\.note, order: order)],
                [SortDescriptor(\.note, comparator: .lexical, order: order)],
                [SortDescriptor(\.note, comparator: .localized, order: order)],
                [SortDescriptor(\.label, order: order)],
                [SortDescriptor(\.label, comparator: .lexical, order: order)],
                [SortDescriptor(\.amount, order: order)],
                [SortDescriptor(\.fee, order: order)],
                [SortDescriptor(\.weight, order: order)],
                [SortDescriptor(\.share, order: order)],
                [SortDescriptor(\.rank, order: order)],
                [SortDescriptor(\.big, order: order)],
                [SortDescriptor(\.date, order: order)],
                [SortDescriptor(\.done, order: order)],
                [SortDescriptor(\.token, order: order)],
                [SortDescriptor(\.isOpen, order: order)],
                [SortDescriptor(\.account?.name, order: order)],
                [SortDescriptor(\.isOpen), SortDescriptor(\.weight, order: order)],
                [SortDescriptor(\.note, order: .reverse), SortDescriptor(\.fee, order: order)],
            ]
        }
        return orders
    }

    private func pages(
        _ descriptor: FetchDescriptor<Booking>,
        _ context: ModelContext,
        limit: Int
    ) throws -> [ModelPage<Booking>] {
        var pages = [try context.page(of: descriptor, limit: limit)]
        while let next = pages.last?.next, pages.count < 100 {
            pages.append(try context.page(of: descriptor, after: next, limit: limit))
        }
        return pages
    }

    @Test(arguments: StorePlace.allCases) func pagesAreTheWholeInOrder(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        for order in Self.orders {
            for predicate in [nil, #Predicate<Booking> { $0.isOpen || $0.number > 30 }] {
                let descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
                // A store with keys in order of their insertion has rows with equal keys in it.
                var whole = descriptor
                if place == .json { whole.sortBy.append(SortDescriptor(\.persistentModelID)) }
                let all = try context.fetch(whole).map(\.number)
                let pages = try pages(descriptor, context, limit: 7)
                #expect(pages.flatMap { $0.models.map(\.number) } == all, "\(order)")
                #expect(pages.dropLast().allSatisfy { $0.models.count == 7 && $0.next != nil })
                #expect(pages.first?.previous == nil)
                // Backwards from the last page.
                var back = pages.last?.models.map(\.number) ?? []
                var cursor = pages.last?.previous
                while let before = cursor {
                    let page = try context.page(of: descriptor, before: before, limit: 7)
                    back = page.models.map(\.number) + back
                    cursor = page.previous
                    if back.count > all.count { break }
                }
                #expect(back == all, "\(order)")
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func rowsThatComeAndGoMoveNoOther(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let writer = ModelContext(context.container)
        writer.autosaveEnabled = false
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.rank), SortDescriptor(\.note)])
        let all = try context.fetch(descriptor).map(\.number)
        var random = ScriptRandom(seed: 3)
        var seen: [Int] = []
        var cursor: PageCursor?
        var rounds = 0
        repeat {
            let page = try context.page(of: descriptor, after: cursor, limit: 5)
            seen += page.models.map(\.number)
            cursor = page.next
            // The last model of the page goes, and new ones come in front.
            if let last = page.models.last?.number {
                for model in try writer.fetch(FetchDescriptor<Booking>(predicate: #Predicate { $0.number == last })) {
                    writer.delete(model)
                }
            }
            let early = Booking(number: 1_000 + rounds, &random)
            early.rank = .min
            writer.insert(early)
            try writer.save()
            rounds += 1
        } while cursor != nil && rounds < 50
        #expect(seen == all)
    }

    @Test func pagesAreOfSavedRows() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder, count: 12)
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)])
        let all = try context.fetch(descriptor)
        all[3].number = 500
        var random = ScriptRandom(seed: 1)
        context.insert(Booking(number: -1, &random))
        let first = try context.page(of: descriptor, limit: 4)
        #expect(first.models.map(\.number) == [0, 1, 2, 500])
        let second = try context.page(of: descriptor, after: first.next, limit: 4)
        #expect(second.models.map(\.number) == [4, 5, 6, 7])
    }

    @Test func aPageReadsAnIndexFromItsPosition() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)])
        let cursor = try context.page(of: descriptor, limit: 10).next
        let log = StatementRecorder(context.container)
        let statements = try log.statements { _ = try context.page(of: descriptor, after: cursor, limit: 10) }
        // The page, and the question if anything comes before it.
        #expect(statements.count == 2)
        #expect(statements.last?.contains("LIMIT") == true)
        let statement = try #require(statements.first)
        #expect(statement.contains("ZNUMBER >= ?"), "\(statement)")
        #expect(statement.contains("LIMIT"), "\(statement)")
    }

    @Test(arguments: StorePlace.allCases) func anEmptyPageLeadsBack(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder, count: 10)
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)])
        let first = try context.page(of: descriptor, limit: 6)
        #expect(first.previous == nil)
        let last = try context.page(of: descriptor, after: first.next, limit: 4)
        #expect(last.next == nil)
        let middle = try #require(first.next)
        // The position lies behind the sixth model and before the seventh.
        #expect(try context.page(of: descriptor, before: middle, limit: 2).models.map(\.number) == [4, 5])
        let start = try #require(last.previous)
        #expect(try context.page(of: descriptor, after: start, limit: 2).models.map(\.number) == [6, 7])
        for model in try context.fetch(FetchDescriptor<Booking>(predicate: #Predicate { $0.number >= 6 })) {
            context.delete(model)
        }
        try context.save()
        let empty = try context.page(of: descriptor, after: middle, limit: 4)
        #expect(empty.models.isEmpty && empty.next == nil)
        let back = try context.page(of: descriptor, before: try #require(empty.previous), limit: 4)
        #expect(back.models.map(\.number) == [2, 3, 4, 5])
        #expect(back.next == nil && back.previous != nil)
        for model in try context.fetch(FetchDescriptor<Booking>()) { context.delete(model) }
        try context.save()
        let none = try context.page(of: descriptor, after: middle, limit: 4)
        #expect(none.models.isEmpty && none.next == nil && none.previous == nil)
    }

    @Test func aCursorOfAnotherStoreIsRefused() throws {
        let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
        let (first, second) = (try context(.file, one), try context(.file, other))
        let descriptor = FetchDescriptor<Booking>()
        let cursor = try #require(try first.page(of: descriptor, limit: 5).next)
        #expect(throws: PageError(code: .invalidCursor, entityName: "Booking")) {
            _ = try second.page(of: descriptor, after: cursor, limit: 5)
        }
    }

    @Test func cursorsThatDoNotFitAreRefused() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)])
        let other = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        let cursor = try #require(try context.page(of: descriptor, limit: 5).next)
        func code(_ body: () throws -> Void) -> PageError.Code? {
            do { try body() } catch { return (error as? PageError)?.code }
            return nil
        }
        #expect(code { _ = try context.page(of: other, after: cursor, limit: 5) } == .otherOrder)
        #expect(
            code {
                _ = try context.page(
                    of: FetchDescriptor<Account>(sortBy: [SortDescriptor(\.name)]),
                    after: cursor,
                    limit: 5
                )
            } == .otherOrder
        )
        #expect(
            code {
                _ = try context.page(of: FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.urgency)]), limit: 5)
            } == .unsuitableOrder
        )
        for text in ["", "x", "e30", "....", String(cursor.description.dropLast(4)), cursor.description + ".AAAA"] {
            let bad = try #require(PageCursor(text))
            #expect(code { _ = try context.page(of: descriptor, after: bad, limit: 5) } == .invalidCursor, "\(text)")
        }
        #expect(PageCursor("a b") == nil)
        #expect(PageCursor(String(repeating: "a", count: 100_001)) == nil)
    }

    @Test func signedCursorsCannotBeMade() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let descriptor = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)])
        // A sum with a secret is no signature, and does for a test.
        func signature(_ secret: UInt8) -> PageSignature {
            PageSignature { data in Data([data.reduce(secret) { $0 &* 31 &+ $1 }, secret]) }
        }
        let own = signature(7)
        let first = try context.page(of: descriptor, limit: 5, signature: own)
        let cursor = try #require(first.next)
        let second = try context.page(of: descriptor, after: cursor, limit: 5, signature: own)
        #expect(second.models.map(\.number) == [5, 6, 7, 8, 9])
        let unsigned = try #require(try context.page(of: descriptor, limit: 5).next)
        for (cursor, signature) in [(cursor, signature(8)), (unsigned, own)] {
            #expect(throws: PageError(code: .invalidCursor)) {
                _ = try context.page(of: descriptor, after: cursor, limit: 5, signature: signature)
            }
        }
        // The content of one with the seal of another.
        let parts = [
            unsigned.description.dropFirst(1).prepending("A"), String(cursor.description.split(separator: ".")[1]),
        ]
        let forged = try #require(PageCursor(parts.joined(separator: ".")))
        #expect(throws: PageError(code: .invalidCursor)) {
            _ = try context.page(of: descriptor, after: forged, limit: 5, signature: own)
        }
        let decoded = try JSONDecoder().decode([PageCursor].self, from: JSONEncoder().encode([cursor]))
        #expect(decoded == [cursor])
    }
}

extension Substring {
    fileprivate func prepending(_ text: String) -> String { text + self }
}
