package import Foundation

/// A part of the library that reads bytes of unknown origin, with the properties that always hold of it.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case plist, archive, metadata, model, modelcache, history, identifier, query, token, filter, json, csv, store

    private var input: any FuzzedInput.Type {
        switch self {
        case .plist: PropertyListInput.self
        case .archive: ArchiveInput.self
        case .metadata: MetadataInput.self
        case .model: ModelInput.self
        case .modelcache: ModelCacheInput.self
        case .history: HistoryInput.self
        case .identifier: IdentifierInput.self
        case .query: QueryInput.self
        case .token: TokenInput.self
        case .filter: FilterInput.self
        case .json: JSONInput.self
        case .csv: CSVInput.self
        case .store: StoreInput.self
        }
    }

    /// Inputs that are understood, to begin with.
    package func seeds() throws -> [Data] { try input.seeds() }

    /// Reads an input, and checks the properties.
    /// - Throws: ``FuzzFailure`` for a property that does not hold.
    package func check(_ data: Data) throws { try input.check(data) }

    /// A line about an input for a comparison with another implementation.
    package func describe(_ data: Data) -> String { input.describe(data) }
}

/// A kind of input.
protocol FuzzedInput {
    /// Inputs that are understood, to begin with.
    static func seeds() throws -> [Data]
    /// Reads an input, and checks the properties.
    static func check(_ data: Data) throws
    /// A line about an input for a comparison with another implementation.
    static func describe(_ data: Data) -> String
}

extension FuzzedInput {
    static func describe(_ data: Data) -> String { "" }
}

/// A property that does not hold.
package struct FuzzFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = "FuzzFailure: " + description }
}

/// - Throws: ``FuzzFailure`` unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw FuzzFailure(message()) }
}

/// The value of a body, or nil where it throws an error of a type that callers are promised.
/// - Throws: ``FuzzFailure`` for any other error.
func accepting<Value, Promised: Error>(_ promised: Promised.Type, _ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch is Promised {
        return nil
    } catch {
        throw FuzzFailure("an error of another type: \(type(of: error)) \(error)")
    }
}

/// A value that must be there after it was written.
/// - Throws: ``FuzzFailure`` for nil, and for an error.
func rereading<Value>(_ what: String, _ body: () throws -> Value?) throws -> Value {
    do {
        if let value = try body() { return value }
    } catch {
        throw FuzzFailure("\(what) cannot be read again: \(error)")
    }
    throw FuzzFailure("\(what) cannot be read again")
}
