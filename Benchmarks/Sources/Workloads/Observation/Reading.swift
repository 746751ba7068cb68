import SwiftData

/// The readings of sensors: the objects that are observed.
@Model
final class Reading {
    /// Which sensor said it: of no interest to any observer.
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
