import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// Stores of Apple's frameworks, opened with models that match them: the values are those that `sqlite3` shows.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct ModelReadingTests {
    private func reading(
        _ name: String,
        _ models: [any PersistentModel.Type],
        _ body: (ModelContext) throws -> Void
    ) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let before = try FolderContent(sample.folder)
        do {
            let configuration = ModelConfiguration(url: sample.file, allowsSave: false)
            let container = try ModelContainer(for: Schema(models), configurations: [configuration])
            try body(ModelContext(container))
        }
        #expect(try FolderContent(sample.folder) == before)
    }

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test func schedulerOfSwiftData() throws {
        try reading("swiftdata-spezi-iOS26MigrationInput.sqlite", Spezi.models) {
            context in
            let tasks = try context.fetch(
                FetchDescriptor<Spezi.Task>(sortBy: [SortDescriptor(\.id), SortDescriptor(\.effectiveFrom)])
            )
            #expect(tasks.map(\.id) == ["task1", "task1", "task2", "task2", "task3"])
            let last = try #require(tasks.last)
            #expect(last.completionPolicy == .sameDay && last.notificationThread == .global)
            #expect(last.notificationTime == nil && last.categoryValue == nil && last.tags.isEmpty)
            #expect(last.effectiveFrom == date(777036120.925461) && !last.scheduleNotifications)
            #expect(last.title.key == "Task 3 %lf %f %lld %llu %@" && last.instructions.arguments.isEmpty)
            #expect(
                last.title.arguments == [
                    .placeholder(.double), .placeholder(.float), .placeholder(.int), .placeholder(.uint),
                    .placeholder(.object),
                ]
            )
            #expect(last.schedule.startDate == date(777024000) && last.schedule.scheduleDuration == .tillEndOfDay)
            #expect(last.schedule.recurrenceRule?.count == 469)
            #expect(
                last.schedule.notificationMatchingHint
                    == .components(month: nil, day: nil, hour: 10, minute: 0, second: 0, weekday: nil)
            )
            #expect(last.userInfo.rawValue.isEmpty && last.outcomes.isEmpty)
            #expect(tasks[0].nextVersion === tasks[1] && tasks[1].previousVersion === tasks[0])
            #expect(tasks[1].title.arguments == [.string("new")] && last.nextVersion == nil)
            #expect(tasks[3].instructions.arguments == [.int64(2), .string("s")])
        }
    }

    @Test func libraryWithInheritanceTransformersAndDerivedAttributes() throws {
        try reading("SampleModel2_V1.sqlite", Library1.models) { context in
            #expect(try context.fetchCount(FetchDescriptor<Library1.Book>()) == 52)
            #expect(try context.fetchCount(FetchDescriptor<Library1.Page>()) == 4970)
            #expect(try context.fetchCount(FetchDescriptor<Library1.Feedback>()) == 444)
            let novel = try #require(try context.fetch(FetchDescriptor<Library1.GraphicNovel>()).first)
            #expect(novel.title == "title graphic novel - author 1" && novel.isBlackAndWhite)
            #expect(novel.price == Decimal(string: "3.3333333332999993") && novel.pagesCount == 19)
            #expect(novel.uniqueID.uuidString == "3AF36E86-52CC-45E2-A6CB-9CB6C9C45306")
            #expect(novel.pages.count == 19 && novel.author.alias == "Alessandro")
            let writers = try context.fetch(FetchDescriptor<Library1.Writer>(sortBy: [SortDescriptor(\.age)]))
            let authors = writers.compactMap { $0 as? Library1.Author }
            #expect(authors.map(\.alias) == ["Andrea", "Alessandro"] && authors.map(\.age) == [30, 40])
            #expect(authors.map(\.books.count) == [49, 3] && authors.allSatisfy { $0.siteURL == nil })
            let first = try #require(
                try context.fetch(
                    FetchDescriptor<Library1.Book>(predicate: #Predicate { $0.title == "title 2 - author 2" })
                ).first
            )
            #expect(first.cover.text == "default cover" && first.price == Decimal(string: "10.11"))
            #expect(first.publishedAt == date(737057646.843063) && first.pages.count == first.pagesCount)
            let page = try #require(
                first.pages.first { $0.persistentModelID.description.hasSuffix("/p\(Self.number($0))") }
            )
            #expect(page.content.text == "content for page \(page.number)" && page.book === first)
        }
        try reading("SampleModel2_V2.sqlite", Library2.models) { context in
            let books = try context.fetch(FetchDescriptor<Library2.Book>(sortBy: [SortDescriptor(\.publishedAt)]))
            #expect(
                books.map(\.title)
                    == ["title 1 - author 1", "title 2 - author 1", "title graphic novel - author 1"]
            )
            #expect(books.map(\.pages.count) == [99, 1, 19] && books.map(\.pagesCount) == [99, 1, 19])
            #expect(books[0].frontCover.text == "default cover" && books[2] is Library2.GraphicNovel)
        }
    }

    private static func number(_ page: Library1.Page) -> String {
        String(page.persistentModelID.description.split(separator: "/p").last ?? "")
    }

    @Test func carsBeforeAndAfterAMigration() throws {
        try reading("SampleModel_V1.sqlite", Cars1.models) { context in
            #expect(try context.fetchCount(FetchDescriptor<Cars1.Car>()) == 125)
            let sport = try context.fetch(FetchDescriptor<Cars1.SportCar>(sortBy: [SortDescriptor(\.numberPlate)]))
            let plates = ["200", "201", "202", "203", "204", "300", "301", "302", "303", "304"]
            #expect(sport.map(\.numberPlate) == plates)
            let limited = sport.map { ($0 as? Cars1.ExpensiveSportCar)?.isLimitedEdition }
            #expect(limited == [nil, nil, nil, nil, nil, true, true, false, false, false])
            #expect(sport.allSatisfy { $0.color == nil && $0.currentDrivingSpeed == 0 })
            let people = try context.fetch(FetchDescriptor<Cars1.Person>())
            #expect(people.count == 20 && people.map(\.cars.count).max() == 100)
            let victoria = try #require(people.first { $0.firstName == "Victoria" })
            #expect(victoria.id.uuidString == "FEFE4176-912D-429F-9C83-662FFF641115")
            #expect(victoria.lastName == "Coster" && victoria.updatedAt == date(639503569.638733))
        }
        // The entity ExpensiveSportCar was renamed, which Core Data has not noted in Z_PRIMARYKEY.
        try reading("SampleModel_V2.sqlite", Cars2.models) { context in
            let luxury = try context.fetch(FetchDescriptor<Cars2.LuxuryCar>(sortBy: [SortDescriptor(\.numberPlate)]))
            #expect(luxury.map(\.isLimitedEdition) == [true, true, false, false, false])
            #expect(try context.fetchCount(FetchDescriptor<Cars2.Car>()) == 125)
        }
        try reading("SampleModel3_V1.sqlite", [Pets.User.self]) { context in
            let users = try context.fetch(FetchDescriptor<Pets.User>(sortBy: [SortDescriptor(\.petName)]))
            #expect(users.count == 12 && users.first?.name == "User_0" && users.last?.petName == "Dog_2_3")
        }
    }

    @Test func moodsOfAnOldFramework() throws {
        try reading("coredata-moody1.moody", Moody1.models) { context in
            let continents = try context.fetch(
                FetchDescriptor<Moody1.Continent>(sortBy: [SortDescriptor(\.numericISO3166Code)])
            )
            #expect(continents.map(\.numericISO3166Code) == [10004, 10005])
            #expect(continents.map(\.numberOfCountries) == [4, 6])
            #expect(continents[0].countries.map(\.numericISO3166Code).sorted() == [231, 710])
            #expect(try context.fetchCount(FetchDescriptor<Moody1.GeographicRegion>()) == 5)
            let moods = try context.fetch(FetchDescriptor<Moody1.Mood>(sortBy: [SortDescriptor(\.date)]))
            #expect(
                moods.map(\.date) == [464369352.554507, 464369360.73439, 464441952.529884, 464442000.641578].map(date)
            )
            #expect(moods.map(\.country?.numericISO3166Code) == [710, 710, 704, 231])
            #expect(
                moods[3].colors?.bytes.starts(with: [0xF1, 0xF3, 0xF8]) == true && moods[3].colors?.bytes.count == 24
            )
            #expect(moods[2].latitude == 13.154376 && moods[2].creatorID == "__defaultOwner__")
        }
        try reading("coredata-moody4.moody", Moody4.models) { context in
            let moods = try context.fetch(FetchDescriptor<Moody4.Mood>(sortBy: [SortDescriptor(\.date)]))
            #expect(moods.map(\.continent?.numericISO3166Code) == [10004, 10004, 10005, 10004])
            #expect(moods.map(\.rating) == [0, 0, 0, 0] && moods[0].longitude == 28)
            #expect(moods[1].remoteID == "47300BAD-DE7D-4B54-B94C-04A3EE4CD0C5")
        }
    }

    @Test func cartsOfBothFrameworks() throws {
        try reading("coredata-cartkit-v1.sqlite", CoreDataCarts.models) { context in
            let cart = try #require(try context.fetch(FetchDescriptor<CoreDataCarts.CDCart>()).first)
            #expect(cart.metadataJSON == Data(#"{"source":"legacy-fixture"}"#.utf8) && cart.maxItemCount == 0)
            #expect(cart.minSubtotalAmount == nil && cart.storeImageURL == "https://example.com/store.png")
            let item = try #require(cart.items.first)
            #expect(cart.items.count == 1 && item.cart === cart && item.modifiers.isEmpty)
            #expect(item.totalPriceAmount == 10 && item.unitPriceAmount == 5 && item.quantity == 2)
        }
        try reading("swiftdata-cartkit-v1.sqlite", CartKit.models) { context in
            let cart = try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first)
            #expect(cart.id == "31D0046D-3C85-410E-BBB0-141FC0105E06" && cart.items.isEmpty)
            #expect(cart.createdAt == date(791478105.80792) && cart.maxItemCount == nil)
        }
    }

    @Test func emptyStores() throws {
        try reading("coredata-ddg-Bookmarks_V4.sqlite", [Bookmarks4.BookmarkEntity.self]) { context in
            let count = try context.fetchCount(FetchDescriptor<Bookmarks4.BookmarkEntity>())
            #expect(count == 0)
        }
        try reading("coredata-ddg-Bookmarks_V5.sqlite", [Bookmarks5.BookmarkEntity.self]) { context in
            let count = try context.fetchCount(FetchDescriptor<Bookmarks5.BookmarkEntity>())
            #expect(count == 0)
        }
        let models: [any PersistentModel.Type] = [
            SyncMetadata.SyncableSettingsMetadata.self, SyncMetadata.SyncFeatureEntity.self,
        ]
        try reading("coredata-ddg-SyncMetadata_V3.sqlite", models) { context in
            let count = try context.fetchCount(FetchDescriptor<SyncMetadata.SyncFeatureEntity>())
            #expect(count == 0)
        }
    }
}
