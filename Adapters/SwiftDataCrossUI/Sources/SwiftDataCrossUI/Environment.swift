public import SwiftCrossUI
public import SwiftData

private enum GivenModelContext: EnvironmentKey {
    static var defaultValue: ModelContext? { nil }
}

extension EnvironmentValues: @retroactive ModelEnvironment {
    /// The context that a view or a scene above has set; nil where none has.
    @MainActor
    public var givenModelContext: ModelContext? {
        get { self[GivenModelContext.self] }
        set { self[GivenModelContext.self] = newValue }
    }
}

/// The animation of a query, by SwiftUI's name. SwiftCrossUI has no type of this name.
public typealias Animation = QueryAnimation

/// The transaction of a query, by SwiftUI's name. SwiftCrossUI has no type of this name.
public typealias Transaction = QueryTransaction
