import Foundation
import SwiftDataCore

/// An error of the tool, in one sentence for the person at the terminal.
package struct ToolFailure: Error, CustomStringConvertible {
    package let description: String
    /// True if an argument, such as a filter, is not understood.
    package let isUsage: Bool

    package init(_ description: String, isUsage: Bool = false) {
        self.description = description
        self.isUsage = isUsage
    }

    /// Any error as such a sentence: its place and the problem, without the words of a program.
    init(_ error: any Error) {
        switch error {
        case let failure as ToolFailure: self = failure
        case let error as StoreError: self.init(Self.sentence(error))
        case let error as CocoaError: self.init(Self.sentence(error))
        default: self.init("\(error)")
        }
    }

    private static func sentence(_ error: StoreError) -> String {
        let place = [error.entityName, error.propertyName].compactMap { $0 }.joined(separator: ".")
        let row = error.persistentModelID.map { " (\($0))" } ?? ""
        let sentence = (place.isEmpty ? "" : "\(place)\(row): ") + error.message
        return sentence.hasSuffix(".") ? sentence : sentence + "."
    }

    private static func sentence(_ error: CocoaError) -> String {
        let path = (error.userInfo["NSFilePath"] as? String) ?? ""
        let place = path.isEmpty ? "" : " \(path)"
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "There is no file\(place)."
        case .fileReadNoPermission, .fileWriteNoPermission:
            "This process may not use\(place.isEmpty ? " a file" : place)."
        case .fileWriteFileExists: "There is already a file\(place)."
        case .fileWriteOutOfSpace: "The disk is full."
        default: error.localizedDescription
        }
    }
}
