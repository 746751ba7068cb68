import SwiftData

/// The readings of sensors: the objects that are observed.
@Model
final class Reading {
    /// The sensor of the reading, which no observer depends on.
    var sensor: Int
    /// The value by which observers of many objects choose.
    var region: Int
    /// The value by which results are sorted.
    var level: Int

    init(sensor: Int, region: Int, level: Int) {
        self.sensor = sensor
        self.region = region
        self.level = level
    }
}
