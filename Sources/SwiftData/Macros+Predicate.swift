public import Foundation
public import SwiftDataCore

// Foundation declares `#Predicate` and `#Expression` too. Where both fit, the compiler takes ours, since it is the more
// specialised one; it must be variadic as Foundation's is, or other overloads in the closure would decide instead.

/// Makes a predicate that a store can evaluate from a closure's condition.
///
/// The closure may use comparisons, `&&`, `||`, `!`, arithmetic, optional chaining, `??`, `as?` and `is`, `if` with
/// `else`, the methods of strings and collections that Foundation's predicates have, and `evaluate` on other predicates
/// and expressions. A part that does not depend on the closure's parameters can be any expression: it is computed when
/// the predicate is made.
///
/// ```swift
/// let soon = #Predicate<Trip> { trip in
///     trip.startDate > now && trip.name.localizedStandardContains(text)
/// }
/// ```
///
/// A condition of many parts may be too much for the compiler, which checks the closure against Foundation's macro as
/// well. It is none in a target that uses the package's plugin `SwiftDataPredicates`, and where the closure declares the
/// type of its parameter: `#Predicate { (trip: Trip) in … }`.
///
/// Differs from Apple's: also takes
/// - `hasPrefix(_:)`, `hasSuffix(_:)`, `lowercased()`, `uppercased()`, `localizedStandardCompare(_:)` and
///   `trimmingCharacters(in: .whitespacesAndNewlines)`;
/// - `component(_:from:)` and `isDate(_:inSameDayAs:)` of a captured calendar, in the time zone that it has when the
///   predicate is made, and `addingTimeInterval(_:)` and `timeIntervalSince(_:)` of a date;
/// - `guard`, and early exits by `return`;
/// - local constants by `let`, and a capture list;
/// - the operator `~=`, with a range or a value on its left;
/// - ranges with one bound that depends on the row, as in `($0.days...).contains(4)`;
/// - key paths in place of closures, as in `contains(where: \.isOpen)`;
/// - captured models, also where a member is asked of one: `($0.captain ?? spare).name`;
/// - an optional compared with a value that is none, and a predicate or an expression that may be nil:
///   `filter?.evaluate($0) ?? true`.
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
    _ body: (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> = #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")

/// Makes an expression that a predicate can evaluate from a closure's value.
///
/// The closure may contain the same expressions as the closure of ``Predicate(_:)``.
///
/// ```swift
/// let total = #Expression<Trip, Int> { $0.price * $0.days }
/// let expensive = #Predicate<Trip> { total.evaluate($0) > limit }
/// ```
@freestanding(expression)
public macro Expression<each Input: PersistentModel, Output>(
    _ body: (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
    #externalMacro(module: "SwiftDataMacros", type: "ExpressionMacro")
