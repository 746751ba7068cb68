import SwiftDataCore

/// One sentence that says why a command failed.
struct PlainFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Runs something and makes its error a sentence without the names of our types.
    static func from<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            let place = [error.entityName, error.propertyName].compactMap { $0 }.filter { !$0.isEmpty }
            throw PlainFailure(place.isEmpty ? error.message : "\(place.joined(separator: ".")): \(error.message)")
        }
    }
}
