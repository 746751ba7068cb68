import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL
import TestSupport
import Testing

/// Swift source, compared with what was written by hand.
struct WritingTests {
    @Test func aModelBecomesTheseClasses() throws {
        let expected = #"""
            // The models of Trips, made by openswiftdata.
            //
            // Notes:
            // - Trip.isDeleted is called isDeletedValue, since models have a member of that name or Swift does not allow it. Its
            //   original name says what it was, so that a store is migrated when it is opened.
            // - Trip.stops is ordered in Core Data; an array keeps its order here, but not on Apple's platforms.

            import Foundation
            import SwiftData

            @Model
            class Stop {
                var name: String
                var trip: Trip?

                init(name: String) {
                    self.name = name
                }
            }

            @Model
            final class Hotel: Stop {
                var stars: Int16 = 3

                override init(name: String) {
                    super.init(name: name)
                }
            }

            @Model
            final class Trip {
                #Index<Trip>([\.start, \.code])

                var budget: Decimal? = Decimal(sign: .plus, exponent: -1, significand: 125)
                var `class`: String = "a \"b\""
                @Attribute(.unique) var code: String
                @Attribute(.externalStorage) var cover: Data?
                var homepage: URL? = URL(string: "https://example.org")
                @Attribute(originalName: "isDeleted") var isDeletedValue: Bool = false
                var place: Place
                @Attribute(.preserveValueOnDeletion, .allowsCloudEncryption, originalName: "password") var secret: String?
                var start: Date = Date(timeIntervalSinceReferenceDate: 86400.0)
                @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 30, inverse: \Stop.trip)
                var stops: [Stop]?

                static var originalEntityName: String? { "Journey" }

                init(code: String, place: Place) {
                    self.code = code
                    self.place = place
                }

                struct Place: Codable, Hashable, Sendable {
                    var city: String
                    var latitude: Double?
                }
            }

            """#
        let source = try ModelFile(["Trips": HandMadeModels.trips]).read()
        #expect(try source.swift().text == expected)
    }

    @Test func publicClassesHavePublicMembers() throws {
        let source = try ModelFile(["Trips": HandMadeModels.trips]).read()
        let lines = try source.swift(GenerationOptions(access: .public)).text.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        for line in [
            "public class Stop {", "public final class Hotel: Stop {", "public override init(name: String) {",
            "@Attribute(.unique) public var code: String", "public init(code: String, place: Place) {",
            "public struct Place: Codable, Hashable, Sendable {", "public var latitude: Double?",
            "public init(city: String, latitude: Double? = nil) {",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(!lines.contains { $0.hasPrefix("var ") || $0.hasPrefix("init(") || $0.hasPrefix("final class") })
    }

    @Test func versionsBecomeSchemasAndAPlan() throws {
        func item(_ more: String, name: String = "Item", original: String = "") -> String {
            "<entity name=\"\(name)\" \(original)><attribute name=\"a\" attributeType=\"String\"/>\(more)</entity>"
        }
        let file = try ModelFile([
            "M": item(""),
            "M 2": item("<attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>"),
            "M 3": item("<attribute name=\"b\" attributeType=\"String\"/>"),
            "M 4": item(
                "<attribute name=\"b\" attributeType=\"String\"/>",
                name: "Thing",
                original: "elementID=\"Item\""
            ),
        ])
        let generated = try file.read().swift()
        let plan = try #require(generated.text.split(separator: "typealias").last).split(separator: "\n").dropFirst()
        let expected = """
            /// Brings a store of any of the versions to that of the app.
            enum MigrationPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] {
                    [SchemaV1.self, SchemaV2.self, SchemaV3.self, SchemaV4.self]
                }
                static var stages: [MigrationStage] {
                    [v1ToV2, v2ToV3, v3ToV4]
                }
                static let v1ToV2 = MigrationStage.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)
            """
        #expect(plan.prefix(9).joined(separator: "\n") == expected)
        #expect(generated.text.contains("static let v2ToV3 = MigrationStage.custom("))
        #expect(generated.text.contains("static var originalEntityName: String? { \"Item\" }"))
        #expect(generated.text.contains("static let v3ToV4 = MigrationStage.lightweight("))
        #expect(generated.text.contains("struct UnfinishedStage: Error {"))
        #expect(generated.text.contains("typealias Thing = SchemaV4.Thing\n"))
        #expect(generated.notices.contains { $0.contains("v2ToV3") && $0.contains("Item.b") })
    }

    @Test func identifiersOfVersionsAreKeptWhereTheyGrow() throws {
        func source(_ identifiers: String...) -> ModelSource {
            ModelSource(
                versions: identifiers.map { identifier in
                    let entity = EntityOutline("Item", properties: [.attribute(AttributeOutline("a", .string))])
                    return ModelVersion(
                        name: identifier,
                        model: ModelOutline(entities: [entity], versionIdentifier: identifier)
                    )
                }
            )
        }
        func numbers(_ source: ModelSource) throws -> [String] {
            try source.swift().text.matches(of: /Schema\.Version\((.*)\)/).map { String($0.1) }
        }
        #expect(try numbers(source("1.2", "v2", "2.0.1")) == ["1, 2, 0", "2, 0, 0", "2, 0, 1"])
        #expect(try numbers(source("2", "1")) == ["1, 0, 0", "2, 0, 0"])
        #expect(try numbers(source("1", "")) == ["1, 0, 0", "2, 0, 0"])
    }

    @Test func inversesAreNamedOnOneSide() throws {
        let file = try ModelFile(["M": HandMadeModels.friends])
        let text = try file.read().swift().text
        let expected = #"""
                @Relationship(inverse: A.inverseOfFriends) var friends: [A]?
                @Relationship(inverse: \A.previous) var next: A?
                var previous: A?
                var rivals: [A]?

                init() {}

                static var inverseOfFriends: AnyKeyPath { \A.friends }
            """#
        #expect(text.contains(expected))
    }

    @Test func namesOfFoundationThatEntitiesHaveAreQualified() throws {
        let file = try ModelFile(["M": HandMadeModels.names])
        let text = try file.read().swift().text
        #expect(text.contains("var day: Foundation.Date\n"))
        #expect(text.contains("var text: Swift.String\n"))
    }
}
