import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// A script that is one call: what it changes is as before or as afterwards, whatever fails.
protocol Whole: Sendable {
    /// The files that it may change, by their paths in the folder.
    var files: [String] { get }
    /// Makes what is there before.
    func fill(_ folder: URL) throws
    /// - Throws: What the call throws. It may be called again then.
    func run(_ folder: URL) throws
    /// What is in a file, as a text; empty where there is none.
    func state(of name: String, in folder: URL) throws -> String
    /// What contradicts itself in a file.
    func problems(of name: String, in folder: URL) throws -> [String]
    /// What another program does with the files that starts after the end of one.
    func reopen(_ folder: URL) throws
    /// What is left behind that nobody needs.
    func leftovers(_ folder: URL) throws -> [String]
    /// Whether an error is one that the caller of the call knows.
    func isTyped(_ error: any Error) -> Bool
}

extension Whole {
    func state(of name: String, in folder: URL) throws -> String {
        let path = folder.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else { return "" }
        return try RawStore(path).wholeState()
    }

    func problems(of name: String, in folder: URL) throws -> [String] {
        let path = folder.appendingPathComponent(name).path
        return FileManager.default.fileExists(atPath: path) ? try RawStore(path).problems() : []
    }

    func reopen(_ folder: URL) throws {}

    func leftovers(_ folder: URL) throws -> [String] {
        try files.flatMap { name -> [String] in
            let path = folder.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path) ? try RawStore(path).leftovers() : []
        }
    }

    func isTyped(_ error: any Error) -> Bool {
        error is StoreError || error is SwiftDataError || error is DataStoreError
    }
}
