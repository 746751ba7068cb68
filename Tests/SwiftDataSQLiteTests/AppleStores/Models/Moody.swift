import Foundation
import SwiftData

/// Models as those of the app that wrote coredata-moody1.moody.
enum Moody1 {
    static let models: [any PersistentModel.Type] = [GeographicRegion.self, Continent.self, Country.self, Mood.self]

    @Model class GeographicRegion {
        #Unique<GeographicRegion>([\.numericISO3166Code, \.uniquenessDummy])

        var markedForDeletionDate: Date?
        var numberOfMoods = 0
        var numericISO3166Code: Int16 = 0
        var uniquenessDummy: Int16 = 0
        var updatedAt: Date

        init(code: Int16) {
            numericISO3166Code = code
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }

    @Model final class Continent: GeographicRegion {
        var numberOfCountries = 0
        @Relationship(inverse: \Country.continent) var countries: [Country] = []
    }

    @Model final class Country: GeographicRegion {
        var continent: Continent?
        @Relationship(inverse: \Mood.country) var moods: [Mood] = []
    }

    @Model final class Mood {
        @Attribute(.transformable(by: ColorsTransformer.self)) var colors: Palette?
        var creatorID: String?
        var date: Date
        var latitude: Double?
        var longitude: Double?
        var markedForDeletionDate: Date?
        var markedForRemoteDeletion = false
        var remoteIdentifier: String?
        var country: Country?

        init(date: Date) { self.date = date }
    }
}

/// Models as those of the app that wrote coredata-moody4.moody.
enum Moody4 {
    static let models: [any PersistentModel.Type] = [Continent.self, Country.self, Mood.self]

    @Model final class Continent {
        var markedForDeletionDate: Date?
        var numberOfCountries = 0
        var numberOfMoods = 0
        var numericISO3166Code: Int16 = 0
        var uniquenessDummy: Int16 = 0
        var updatedAt: Date
        @Relationship(inverse: \Country.continent) var countries: [Country] = []
        @Relationship(inverse: \Mood.continent) var moods: [Mood] = []

        init(code: Int16) {
            numericISO3166Code = code
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }

    @Model final class Country {
        var markedForDeletionDate: Date?
        var numberOfMoods = 0
        var numericISO3166Code: Int16 = 0
        var uniquenessDummy: Int16 = 0
        var updatedAt: Date
        var continent: Continent?
        @Relationship(inverse: \Mood.country) var moods: [Mood] = []

        init(code: Int16) {
            numericISO3166Code = code
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }

    @Model final class Mood {
        @Attribute(.transformable(by: ColorsTransformer.self)) var colors: Palette?
        var creatorID: String?
        var date: Date
        var latitude: Double?
        var longitude: Double?
        var markedForDeletionDate: Date?
        var markedForRemoteDeletion = false
        var rating = 0
        var remoteID: String?
        var continent: Continent?
        var country: Country?

        init(date: Date) { self.date = date }
    }
}
