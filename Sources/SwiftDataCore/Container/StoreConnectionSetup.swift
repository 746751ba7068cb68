public import Foundation

/// Functions, orders and settings that each connection of a store gets as it is opened, for the SQL of a program.
///
/// An addition to Apple's API, for ``ModelConfiguration/connectionSetup``. Functions and orders serve statements of
/// `ModelContext.sql(_:as:)` and `execute(_:)`. Nothing in the file can refer to them: no index, trigger or view of a
/// store depends on a program. Settings change how fast a connection is and how much memory it takes, and never the
/// stored values.
///
/// ```swift
/// var configuration = ModelConfiguration()
/// configuration.connectionSetup.addFunction("distance", argumentCount: 2) { values in
///     guard case .real(let a) = values[0], case .real(let b) = values[1] else { return .null }
///     return .real(abs(a - b))
/// }
/// configuration.connectionSetup.cacheSize = 64_000
/// ```
public struct StoreConnectionSetup: Sendable {
    /// The memory for pages of a connection, in kilobytes; nil for the library's choice, which is 32,000 for the connection
    /// that writes and SQLite's 2,000 for one that reads.
    public var cacheSize: Int?
    /// True if sorts and temporary tables stay in memory; nil for SQLite's choice, which is files.
    public var keepsTemporariesInMemory: Bool?
    /// The number of threads beside the calling one that SQLite may use for a large sort; nil for none.
    public var sortingThreads: Int?

    /// A function of the program.
    package struct Function: Sendable {
        package let name: String
        /// Nil for any number.
        package let argumentCount: Int?
        package let isDeterministic: Bool
        package let body: @Sendable ([StoreFunctionValue]) throws -> StoreFunctionValue
    }

    /// An order of texts.
    package struct Order: Sendable {
        package let name: String
        package let compare: @Sendable (String, String) -> ComparisonResult
    }

    package private(set) var functions: [Function] = []
    package private(set) var orders: [Order] = []

    /// A setup that changes nothing.
    public init() {}

    /// Adds a function that statements can call.
    ///
    /// The function is called on the thread of the statement, while it runs: it must not use a container or a context,
    /// which throw a ``StoreError`` with code `busy` there. An error that it throws ends the statement with a ``StoreError``
    /// with code `sql`, which names the function.
    ///
    /// - Parameters:
    ///   - name: The name: letters, digits and underscores, at most 100, and none that SQLite or the library uses. Opening the
    ///     store throws a ``StoreError`` with code `sql` for another one.
    ///   - argumentCount: The number of arguments, at most 100; nil for any number.
    ///   - isDeterministic: True if equal arguments have equal results, so that SQLite may call it once.
    ///   - body: The function.
    public mutating func addFunction(
        _ name: String,
        argumentCount: Int? = nil,
        isDeterministic: Bool = true,
        _ body: @escaping @Sendable (_ arguments: [StoreFunctionValue]) throws -> StoreFunctionValue
    ) {
        functions.append(
            Function(name: name, argumentCount: argumentCount, isDeterministic: isDeterministic, body: body)
        )
    }

    /// Adds an order of texts, which statements name behind `COLLATE`.
    ///
    /// It must be an order: two texts compare in the same way each time, and the other way round when they are exchanged.
    ///
    /// - Parameters:
    ///   - name: The name, by the rules of ``addFunction(_:argumentCount:isDeterministic:_:)``.
    ///   - compare: The comparison. It must not use a container or a context.
    public mutating func addCollation(
        _ name: String,
        _ compare: @escaping @Sendable (String, String) -> ComparisonResult
    ) {
        orders.append(Order(name: name, compare: compare))
    }
}

extension StoreConnectionSetup: Equatable {
    /// True if both have the same settings, and functions and orders of the same names.
    public static func == (lhs: StoreConnectionSetup, rhs: StoreConnectionSetup) -> Bool {
        lhs.cacheSize == rhs.cacheSize && lhs.keepsTemporariesInMemory == rhs.keepsTemporariesInMemory
            && lhs.sortingThreads == rhs.sortingThreads
            && lhs.functions.map(\.name) == rhs.functions.map(\.name)
            && lhs.functions.map(\.argumentCount) == rhs.functions.map(\.argumentCount)
            && lhs.orders.map(\.name) == rhs.orders.map(\.name)
    }
}

/// An argument or the result of a function that statements call.
public enum StoreFunctionValue: Sendable, Hashable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number. NaN becomes NULL.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case data(Data)
}
