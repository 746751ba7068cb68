import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The values of the samples, as `sqlite3` and `plistlib` show them.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct DynamicValueTests {
    private func reading<Result>(_ name: String, _ body: (DynamicStore) throws -> Result) throws -> Result {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        return try body(try DynamicStore(url: sample.file))
    }

    private func expect(
        _ row: DynamicRow?,
        _ expected: [String: DynamicValue],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let row = try #require(row, sourceLocation: location)
        for (name, value) in expected { #expect(row[name] == value, "\(name)", sourceLocation: location) }
        #expect(Set(row.propertyNames) == Set(expected.keys), sourceLocation: location)
    }

    private func date(_ seconds: Double) -> DynamicValue { .date(Date(timeIntervalSinceReferenceDate: seconds)) }

    private func uuid(_ text: String) throws -> DynamicValue { .uuid(try #require(UUID(uuidString: text))) }

    private func decimal(_ text: String) throws -> DynamicValue { .decimal(try #require(Decimal(string: text))) }

    private func text(_ arguments: String, _ key: String) -> DynamicValue {
        .composite([DynamicMember("arguments", .json(arguments)), DynamicMember("key", .string(key))])
    }

    @Test func compositesEnumsAndJSONInsideStructs() throws {
        try reading("swiftdata-spezi-iOS26MigrationInput.sqlite") { store in
            let task = try store.identifier(of: "Task", primaryKey: 1)
            let row = try #require(try store.row(task))
            let placeholders = ["double", "float", "int", "uint", "object"]
                .map { #"{"placeholder":{"_0":{"\#($0)":{}}}}"# }.joined(separator: ",")
            var rule: Data?
            if case .data(let data)? = row["schedule"]?["recurrenceRule"] { rule = data }
            #expect(rule?.count == 469 && rule?.starts(with: Data("bplist00".utf8)) == true)
            let components: [DynamicMember] = [
                DynamicMember("month", .null), DynamicMember("day", .null), DynamicMember("hour", .integer(10)),
                DynamicMember("minute", .integer(0)), DynamicMember("second", .integer(0)),
                DynamicMember("weekday", .null),
            ]
            try expect(
                row,
                [
                    "categoryValue": .null,
                    "completionPolicy": .enumeration(name: "sameDay", payload: nil),
                    "effectiveFrom": date(777036120.925461),
                    "id": .string("task3"),
                    "instructions": text("[]", "Task 3"),
                    "notificationThread": .enumeration(name: "global", payload: nil),
                    "notificationTime": .null,
                    "schedule": .composite([
                        DynamicMember("startDate", date(777024000)),
                        DynamicMember("scheduleDuration", .enumeration(name: "tillEndOfDay", payload: nil)),
                        DynamicMember("recurrenceRule", rule.map { .data($0) } ?? .null),
                        DynamicMember(
                            "notificationMatchingHint",
                            .enumeration(name: "components", payload: .composite(components))
                        ),
                    ]),
                    "scheduleNotifications": .boolean(false),
                    "tags": .json("[]"),
                    "title": text("[\(placeholders)]", "Task 3 %lf %f %lld %llu %@"),
                    "userInfo": .composite([DynamicMember("userInfo", .json("{}"))]),
                    "nextVersion": .null, "previousVersion": .null, "outcomes": .identifiers([]),
                ]
            )
            // Of the two versions of task1, one leads to the other and back.
            let (new, old) = (
                try store.identifier(of: "Task", primaryKey: 2), try store.identifier(of: "Task", primaryKey: 5)
            )
            #expect(try store.row(new)?["previousVersion"] == .identifier(old))
            #expect(try store.row(old)?["nextVersion"] == .identifier(new))
            #expect(try store.row(new)?["title"] == text(#"[{"string":{"_0":"new"}}]"#, "Task 1 Title (%@)"))
            let hour = try store.row(new)?["schedule"]?["notificationMatchingHint"]?["hour"]
            #expect(hour == .integer(10))
        }
    }

    @Test func inheritanceDecimalsUUIDsArchivesAndDerivedAttributes() throws {
        try reading("SampleModel2_V1.sqlite") { store in
            let book = try store.row(store.identifier(of: "Book", primaryKey: 1))
            let author = try store.identifier(of: "Author", primaryKey: 1)
            #expect(book?["title"] == .string("title 2 - author 2"))
            #expect(book?["price"] == (try decimal("10.11")))
            #expect(book?["publishedAt"] == date(737057646.843063))
            #expect(book?["uniqueID"] == (try uuid("C4637490-BD7F-4428-B093-63A1720E17D2")))
            #expect(book?["pagesCount"] == .integer(99))
            #expect(book?["author"] == .identifier(author))
            #expect(
                book?["cover"]?.archivedContent
                    == #"{"$class":"CoreDataPlus_Tests.Cover","text":"default cover"}"#
            )
            if case .identifiers(let pages)? = book?["pages"] { #expect(pages.count == 99) }
            let novels = try store.rows(of: "GraphicNovel")
            #expect(novels.map(\.entityName) == ["GraphicNovel"] && novels.map(\.primaryKey) == [11])
            #expect(novels.first?["isBlackAndWhite"] == .boolean(true))
            #expect(novels.first?["price"] == (try decimal("3.3333333332999993")))
            #expect(novels.first?["pagesCount"] == .integer(19))
            #expect(try store.rows(of: "Book").first { $0.primaryKey == 11 }?.entityName == "GraphicNovel")
            let writer = try #require(try store.rows(of: "Writer").first)
            #expect(writer.entityName == "Author" && writer["alias"] == .string("Andrea"))
            #expect(writer["age"] == .integer(30) && writer["siteURL"] == .null)
            if case .identifiers(let books)? = writer["books"] { #expect(books.count == 49) }
            let page = try #require(try store.row(store.identifier(of: "Page", primaryKey: 1)))
            #expect(page["book"] == .identifier(try store.identifier(of: "Book", primaryKey: 34)))
            #expect(page["content"]?.archivedContent == #"{"$class":"Content","text":"content for page 50"}"#)
            #expect(page["isBookmarked"] == .boolean(true) && page["number"] == .integer(50))
            #expect(try store.rows(of: "Feedback", limit: 1).first?["rating"] == .double(5.8))
        }
    }

    @Test func historyOfCoreData() throws {
        try reading("SampleModel2_V2.sqlite") { store in
            #expect(store.hasHistory)
            let history = try store.history()
            #expect(history.map(\.id) == [1])
            #expect(history.first?.bundleIdentifier == "com.apple.dt.xctest.tool")
            #expect(history.first?.processIdentifier == "xctest" && history.first?.author == nil)
            #expect(history.first?.timestamp == Date(timeIntervalSinceReferenceDate: 737057651.681977))
            #expect(history.first?.changes.count == 126)
            #expect(history.first?.changes.allSatisfy { $0.kind == .insert } == true)
            let first = history.first?.changes.first?.identifier
            #expect(first == (try store.identifier(of: "Page", primaryKey: 75)))
            #expect(try store.history(after: 1).isEmpty)
        }
    }

    @Test func aStoreOfAnOldFrameworkWithTransformers() throws {
        try reading("coredata-moody1.moody") { store in
            let continent = try store.row(store.identifier(of: "Continent", primaryKey: 2))
            try expect(
                continent,
                [
                    "markedForDeletionDate": .null, "numberOfMoods": .integer(8), "updatedAt": date(464687061.663903),
                    "numericISO3166Code": .integer(10004), "uniquenessDummy": .integer(0),
                    "numberOfCountries": .integer(4),
                    "countries": .identifiers([
                        try store.identifier(of: "Country", primaryKey: 21),
                        try store.identifier(of: "Country", primaryKey: 31),
                    ]),
                ]
            )
            let mood = try store.row(store.identifier(of: "Mood", primaryKey: 84))
            #expect(mood?["latitude"] == .double(7.013668) && mood?["longitude"] == .double(41.308594))
            #expect(mood?["country"] == .identifier(try store.identifier(of: "Country", primaryKey: 31)))
            let colors = Data([
                0xF1, 0xF3, 0xF8, 0x61, 0x5B, 0x43, 0x65, 0x65, 0x37, 0xBA, 0xC7, 0xE0, 0x45, 0x3F, 0x20, 0x4C, 0x4F,
                0x1C, 0x4D, 0x39, 0x2D, 0x7C, 0x79, 0x5F,
            ])
            #expect(mood?["colors"] == .archive(colors) && mood?["colors"]?.archivedContent == nil)
            #expect(!store.hasHistory && store.schema.entitiesByName["Country"]?.superentityName == "GeographicRegion")
        }
    }

    @Test func aModelOfCoreDatasWithoutInverses() throws {
        try reading("coredata-cartkit-v1.sqlite") { store in
            let item = try store.identifier(of: "CDCartItem", primaryKey: 1)
            try expect(
                try store.rows(of: "CDCart").first,
                [
                    "context": .string("legacy"), "createdAt": date(791474371.290433),
                    "displayName": .string("Legacy Cart"), "id": .string("DB59838B-4108-4EB2-89D0-31B6D7EB6CDA"),
                    "items": .identifiers([item]), "maxItemCount": .integer(0),
                    "metadataJSON": .data(Data(#"{"source":"legacy-fixture"}"#.utf8)), "minSubtotalAmount": .null,
                    "minSubtotalCurrencyCode": .null, "profileId": .string("profile-legacy"),
                    "status": .string("active"), "storeId": .string("store-legacy"),
                    "storeImageURL": .string("https://example.com/store.png"), "updatedAt": date(791474371.290433),
                ]
            )
            try expect(
                try store.row(item),
                [
                    "availableStock": .integer(5), "id": .string("FEAA2483-308A-4FFC-84F0-67CECDE471D0"),
                    "imageURL": .null, "productId": .string("burger"), "quantity": .integer(2),
                    "totalPriceAmount": .decimal(10), "totalPriceCurrencyCode": .string("USD"),
                    "unitPriceAmount": .decimal(5), "unitPriceCurrencyCode": .string("USD"),
                    "cart": .identifier(try store.identifier(of: "CDCart", primaryKey: 1)),
                    "modifiers": .identifiers([]),
                ]
            )
        }
    }

    @Test func anEntityThatWasRenamedByAMigration() throws {
        try reading("SampleModel_V2.sqlite") { store in
            let cars = try store.rows(of: "LuxuryCar")
            #expect(cars.map(\.primaryKey) == [14, 53, 87, 95, 99])
            #expect(cars.map { $0["isLimitedEdition"] } == [false, false, true, true, false].map { .boolean($0) })
            #expect(cars.first?["maker"] == .string("McLaren") && cars.first?["owner"] == .null)
            let owner = try store.identifier(of: "Person", primaryKey: 17)
            if case .identifiers(let cars)? = try store.row(owner)?["cars"] {
                #expect(cars.count == 100 && cars.first?.entityName == "Car")
            }
            let person = try store.row(store.identifier(of: "Person", primaryKey: 2))
            #expect(person?["firstName"] == .string("Edythe") && person?["updatedAt"] == date(639503569.638387))
        }
    }

    @Test func conditionsAndOrdersAreThoseOfQueries() throws {
        try reading("SampleModel_V1.sqlite") { store in
            func property(_ name: String, _ role: QueryProperty.Role = .attribute) -> QueryNode {
                .property(QueryProperty(base: .root, entityName: nil, name: name, role: role))
            }
            func text(_ value: String) -> QueryNode { .value(QueryValue(.string(value))) }
            let renaults: QueryNode = .comparison(QueryComparison(property("maker"), .equal, text("Renault")))
            #expect(try store.count(of: "Car", where: renaults) == 3)
            let ownerless: QueryNode = .comparison(QueryComparison(property("owner", .toOne), .equal, .nil))
            #expect(try store.count(of: "Car", where: ownerless) == 7)
            let byPlate = QuerySort(key: property("numberPlate"), comparison: .natural, order: .reverse)
            let sport = try store.rows(of: "SportCar", sortedBy: [byPlate], limit: 3, offset: 1)
            #expect(sport.map { $0["numberPlate"] } == ["303", "302", "301"].map { .string($0) })
            #expect(
                try store.identifiers(of: "Car", where: renaults, sortedBy: [byPlate])
                    == store.rows(of: "Car", where: renaults, sortedBy: [byPlate]).map(\.id)
            )
            #expect(throws: SwiftDataError.self) { try store.rows(of: "Bicycle") }
        }
    }

    @Test func jsonTextIsReadable() throws {
        try reading("swiftdata-spezi-iOS26MigrationInput.sqlite") { store in
            let row = try #require(try store.row(store.identifier(of: "Task", primaryKey: 2)))
            #expect(row["effectiveFrom"]?.jsonText == #""2025-08-16T11:22:00.924291Z""#)
            #expect(row["completionPolicy"]?.jsonText == #""sameDay""#)
            #expect(
                row["title"]?.jsonText == #"{"arguments":[{"string":{"_0":"new"}}],"key":"Task 1 Title (%@)"}"#
            )
            for value in row.values {
                let text = value.value.jsonText
                #expect(throws: Never.self) {
                    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                }
            }
        }
    }
}
