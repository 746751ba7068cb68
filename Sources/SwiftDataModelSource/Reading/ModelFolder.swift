import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// The files of a model.
enum ModelFolder {
    /// A larger file is no model.
    private static let largest = 1 << 28

    static func names(in folder: URL) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw StoreError(.noPermission, "The folder \(folder.path) cannot be read.", underlying: error)
        }
    }

    static func data(_ url: URL) throws -> Data {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard (attributes?[.size] as? Int ?? 0) <= largest else {
            throw StoreError(.cannotOpen, "\(url.path) is too large for a model.")
        }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw StoreError(.cannotOpen, "\(url.path) cannot be read.", underlying: error)
        }
    }

    static func firstBytes(_ url: URL) throws -> Data {
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            return try file.read(upToCount: 64) ?? Data()
        } catch {
            throw StoreError(.cannotOpen, "\(url.path) cannot be read.", underlying: error)
        }
    }

    /// The name of a version in a property list; nil where there is no such file, or where it does not name one.
    /// - Throws: ``StoreError`` for a file that cannot be read: the last version need not be the current one.
    static func currentVersion(in file: URL, key: String) throws -> String? {
        if MissingFile.isKnown(file.path) { return nil }
        let content = try data(file)
        do {
            let list = try PropertyListSerialization.propertyList(from: content, format: nil)
            return (list as? [String: Any])?[key] as? String
        } catch {
            throw StoreError(
                .cannotOpen,
                "\(file.path), which names the current version, is not a property list.",
                underlying: error
            )
        }
    }

    static func baseName(_ file: String) -> String {
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
        return String(file[..<dot])
    }
}

/// The order of versions by their names, as Xcode numbers them: `Trips`, `Trips 2`, `Trips 10`.
enum VersionNameOrder {
    static func precedes(_ first: String, _ second: String) -> Bool {
        let (left, right) = (parts(first), parts(second))
        for (one, other) in zip(left, right) where one != other {
            switch (one, other) {
            case (.number(let one), .number(let other)): return one < other
            case (.text(let one), .text(let other)): return one < other
            case (.number, .text): return true
            case (.text, .number): return false
            }
        }
        return left.count < right.count
    }

    private enum Part: Equatable {
        case number(Int)
        case text(String)
    }

    private static func parts(_ name: String) -> [Part] {
        var parts: [Part] = []
        for character in name {
            let digit = character.isASCII ? character.wholeNumberValue : nil
            switch (parts.last, digit) {
            case (.number(let number)?, let digit?) where number < Int.max / 20:
                parts[parts.count - 1] = .number(number * 10 + digit)
            case (_, let digit?): parts.append(.number(digit))
            case (.text(let text)?, nil): parts[parts.count - 1] = .text(text + String(character))
            case (_, nil): parts.append(.text(String(character)))
            }
        }
        return parts
    }
}
