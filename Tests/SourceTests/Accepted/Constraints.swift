// Every form of #Unique and #Index.
import SwiftData

@Model
final class Place {
    #Unique<Place>([\.name], [\.latitude, \.longitude])
    #Index<Place>([\.name], [\.latitude, \.longitude])

    var name: String
    var latitude: Double
    var longitude: Double

    init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

@Model
final class Marker {
    #Index<Marker>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
    #Unique([\Marker.name])
    #Unique<Marker>([\.place, \.number])

    var name: String = ""
    var number = 0
    var latitude: Double = 0
    var longitude: Double = 0
    var place: Place?

    init() {}
}

enum Versions {
    @Model
    final class Nested {
        #Index<Nested>([\.a], [\.b])
        #Unique<Versions.Nested>([\.a])
        var a = 0
        var b = ""
        init() {}
    }
}

nonisolated(unsafe) let indices: [Schema.Index<Place>] = [
    Schema.Index([\Place.name]),
    Schema.Index(.binary([\.name]), .rtree([\.latitude])),
]
nonisolated(unsafe) let constraints = Schema.Unique<Place>([\.name], [\.latitude, \.longitude]).constraints
