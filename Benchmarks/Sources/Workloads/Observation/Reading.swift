import SwiftData

/// What sensors say: the objects that are observed.
@Model
final class Reading {
    /// Which sensor said it: of no interest to any observer.
    var sensor: Int
    /// What observers of many objects choose by.
    var region: Int
    /// What results are sorted by.
    var level: Int

    init(sensor: Int, region: Int, level: Int) {
        self.sensor = sensor
        self.region = region
        self.level = level
    }
}
