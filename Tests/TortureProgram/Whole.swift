import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// A script that is one call: what it changes is as before or as afterwards, whatever fails.
protocol Whole: Sendable {
    /// The files that it may change, by their paths in the folder.
    var files: [String] { get }
    /// Makes what is there before.
    func fill(_ folder: URL) throws
    /// - Throws: The errors of the call. It may be called again then.
    func run(_ folder: URL) throws
    /// Returns the content of a file, as a text; empty where there is none.
    func state(of name: String, in folder: URL) throws -> String
    /// Returns the contradictions in a file.
    func problems(of name: String, in folder: URL) throws -> [String]
    /// Does the work of another program that starts after the end of the first one.
    func reopen(_ folder: URL) throws
    /// Returns the files that are left behind and not needed.
    func leftovers(_ folder: URL) throws -> [String]
    /// True if an error is one that the caller can recognise.
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
