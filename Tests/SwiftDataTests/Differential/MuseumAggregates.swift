import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting

/// Aggregates and groups of the rows that a random predicate chooses, against plain Swift on the chosen models.
struct MuseumAggregates: DifferentialRound.Question {
    func differences<Model: PersistentModel>(
        _ context: ModelContext,
        _ predicate: Predicate<Model>,
        chosen: [Model]
    ) throws -> [String] {
        var check = Check(context: context, predicate: predicate, chosen: chosen)
        if let check = check as? Check<Exhibit> { return try exhibits(check) }
        if let check = check as? Check<Painting> { return try paintings(check) }
        if let check = check as? Check<Curator> { return try curators(check) }
        if let check = check as? Check<Note> { return try notes(check) }
        if let check = check as? Check<Theme> { return try themes(check) }
        try check.expect(.count, "count") { $0.count }
        return check.differences
    }

    private func exhibits(_ start: Check<Exhibit>) throws -> [String] {
        var check = start
        try check.expect(.count, "count") { $0.count }
        try check.sum(\.whole, "whole")
        try check.sum(\.whole8OrNil, "whole8OrNil")
        try check.sum(\.whole16, "whole16")
        try check.sum(\.whole32OrNil, "whole32OrNil")
        try check.sum(\.whole64, "whole64")
        try check.sum(\.natural64, "natural64")
        try check.sum(\.natural64OrNil, "natural64OrNil")
        try check.sum(\.natural8, "natural8")
        try check.floating(\.real, "real")
        try check.floating(\.realOrNil, "realOrNil")
        try check.decimal(\.amountOrNil, "amountOrNil")
        try check.expect(.min(\.whole64OrNil), "min whole64OrNil") { $0.compactMap(\.whole64OrNil).min() }
        try check.expect(.max(\.natural64), "max natural64") { $0.map(\.natural64).max() }
        try check.expect(.min(\.real), "min real") { $0.map(\.real).filter { !$0.isNaN }.min() }
        try check.expect(.max(\.realOrNil), "max realOrNil") { $0.compactMap(\.realOrNil).filter { !$0.isNaN }.max() }
        try check.expect(.max(\.singleOrNil), "max single") { $0.compactMap(\.singleOrNil).filter { !$0.isNaN }.max() }
        try check.expect(.min(\.amount), "min amount") { $0.map(\.amount).filter { !$0.isNaN }.min() }
        try check.expect(.max(\.textOrNil), "max textOrNil") { $0.compactMap(\.textOrNil).max(by: precedes) }
        try check.expect(.min(\.text), "min text") { $0.map(\.text).min(by: precedes) }
        try check.expect(.max(\.momentOrNil), "max momentOrNil") {
            $0.compactMap(\.momentOrNil).filter { !$0.timeIntervalSinceReferenceDate.isNaN }.max()
        }
        try check.expect(.min(\.token), "min token") { $0.map(\.token).min() }
        try check.expect(.max(\.caption), "max caption") { $0.map(\.caption).max(by: precedes) }
        try check.expect(.max(\.curator?.name), "max curator's name") {
            $0.compactMap { $0.curator?.name }.max(by: precedes)
        }
        try check.expect(.sum(\.parts.count), "sum parts") { $0.reduce(0) { $0 + $1.parts.count } }
        try check.expect(.sum(\.words.count), "sum words") { $0.reduce(0) { $0 + $1.words.count } }
        try check.expect(.countDistinct(\.text), "distinct text") { Set($0.map(\.text)).count }
        try check.expect(.countDistinct(\.style), "distinct style") { Set($0.map(\.style)).count }
        try check.expect(.countDistinct(\.rankOrNil), "distinct rank") { Set($0.compactMap(\.rankOrNil)).count }
        try check.expect(.countDistinct(\.flagOrNil), "distinct flag") { Set($0.compactMap(\.flagOrNil)).count }
        try check.expect(.countDistinct(\.linkOrNil), "distinct link") { Set($0.compactMap(\.linkOrNil)).count }
        try check.expect(.countDistinct(\.bytes), "distinct bytes") { Set($0.map(\.bytes)).count }
        try check.expect(.countDistinct(\.parent), "distinct parent") { Set($0.compactMap(\.parent)).count }
        try check.groups(by: \.text, "text")
        try check.groups(by: \.styleOrNil, "styleOrNil")
        try check.groups(by: \.natural64, "natural64")
        try check.groups(by: \.tokenOrNil, "tokenOrNil")
        try check.groups(by: \.curator, "curator")
        try check.groups(by: \.parent?.text, "parent's text")
        return check.differences
    }

    private func paintings(_ start: Check<Painting>) throws -> [String] {
        var check = start
        try check.sum(\.width, "width")
        try check.expect(.max(\.technique), "max technique") { $0.compactMap(\.technique).max(by: precedes) }
        try check.expect(.countDistinct(\.restorer), "distinct restorer") { Set($0.compactMap(\.restorer)).count }
        try check.groups(by: \.technique, "technique")
        try check.groups(by: \.restorer?.age, "restorer's age")
        return check.differences
    }

    private func curators(_ start: Check<Curator>) throws -> [String] {
        var check = start
        try check.floating(\.rating, "rating")
        try check.expect(.max(\.exhibits.count), "max exhibits") { $0.map(\.exhibits.count).max() }
        try check.expect(.min(\.mentor?.mentor?.name), "min mentor's mentor") {
            $0.compactMap { $0.mentor?.mentor?.name }.min(by: precedes)
        }
        try check.groups(by: \.isRetired, "isRetired")
        try check.groups(by: \.mentor, "mentor")
        return check.differences
    }

    private func notes(_ start: Check<Note>) throws -> [String] {
        var check = start
        try check.sum(\.stars, "stars")
        try check.sum(\.exhibit.whole16, "exhibit's whole16")
        try check.expect(.max(\.exhibit.text), "max exhibit's text") { $0.map(\.exhibit.text).max(by: precedes) }
        try check.expect(.countDistinct(\.exhibit.whole), "distinct exhibit's") { Set($0.map(\.exhibit.whole)).count }
        try check.groups(by: \.exhibit, "exhibit")
        try check.groups(by: \.exhibit.style, "exhibit's style")
        try check.groups(by: \.author?.name, "author's name")
        return check.differences
    }

    private func themes(_ start: Check<Theme>) throws -> [String] {
        var check = start
        try check.decimal(\.budget, "budget")
        try check.expect(.max(\.exhibits.count), "max exhibits") { $0.map(\.exhibits.count).max() }
        try check.groups(by: \.title, "title")
        return check.differences
    }
}

/// Swift's order of strings, by Foundation's composed forms: the standard library's `<` does not have it for all strings.
private func precedes(_ left: String, _ right: String) -> Bool {
    left.precomposedStringWithCanonicalMapping.utf8.lexicographicallyPrecedes(
        right.precomposedStringWithCanonicalMapping.utf8
    )
}

/// The comparisons for one predicate.
private struct Check<Model: PersistentModel> {
    let context: ModelContext
    let predicate: Predicate<Model>
    let chosen: [Model]
    var differences: [String] = []

    init(context: ModelContext, predicate: Predicate<Model>, chosen: [Model]) {
        (self.context, self.predicate, self.chosen) = (context, predicate, chosen)
    }

    private func ask<Result>(_ aggregate: Aggregate<Model, Result>) throws -> Result {
        try context.aggregate(Model.self, where: predicate, aggregate)
    }

    mutating func expect<Result: Equatable>(
        _ aggregate: Aggregate<Model, Result>,
        _ name: String,
        _ swift: ([Model]) -> Result
    ) throws {
        let (found, wanted) = (try ask(aggregate), swift(chosen))
        // Foundation cannot print every date.
        if found != wanted {
            differences.append(Result.self == Date?.self ? name : "\(name): \(found), in Swift \(wanted)")
        }
    }

    /// The sum of whole numbers; beyond the type of the sum it is an error.
    mutating func sum<Number: AggregateNumber & FixedWidthInteger>(
        _ property: KeyPath<Model, Number>,
        _ name: String
    ) throws where Number.AggregateSum: FixedWidthInteger {
        try whole(.sum(property), name, chosen.map { $0[keyPath: property] })
    }

    mutating func sum<Number: AggregateNumber & FixedWidthInteger>(
        _ property: KeyPath<Model, Number?>,
        _ name: String
    ) throws where Number.AggregateSum: FixedWidthInteger {
        try whole(.sum(property), name, chosen.compactMap { $0[keyPath: property] })
    }

    private mutating func whole<Sum: FixedWidthInteger>(
        _ aggregate: Aggregate<Model, Sum>,
        _ name: String,
        _ values: [some FixedWidthInteger]
    ) throws {
        let wanted = values.reduce(Int128(0)) { $0 + Int128($1) }
        do {
            let found = try ask(aggregate)
            if Int128(found) != wanted { differences.append("sum of \(name): \(found), in Swift \(wanted)") }
        } catch let error as ModelQueryError where error.code == .outOfRange {
            if Sum(exactly: wanted) != nil { differences.append("sum of \(name): \(error)") }
        }
    }

    mutating func floating(_ property: KeyPath<Model, Double>, _ name: String) throws {
        try floating(.sum(property), .average(property), name, chosen.map { $0[keyPath: property] })
    }

    mutating func floating(_ property: KeyPath<Model, Double?>, _ name: String) throws {
        try floating(.sum(property), .average(property), name, chosen.compactMap { $0[keyPath: property] })
    }

    private mutating func floating(
        _ sum: Aggregate<Model, Double>,
        _ average: Aggregate<Model, Double?>,
        _ name: String,
        _ values: [Double]
    ) throws {
        // The order of the additions is not specified.
        let magnitude = values.reduce(0) { $0 + $1.magnitude }
        let wanted = values.reduce(0, +)
        func differ(_ left: Double, _ right: Double, by bound: Double) -> Bool {
            if left.isNaN || right.isNaN { return left.isNaN != right.isNaN }
            return left != right && !((left - right).magnitude <= bound)
        }
        let found = try ask(sum)
        if differ(found, wanted, by: magnitude * 1e-14) { differences.append("sum of \(name): \(found), \(wanted)") }
        let mean = try ask(average)
        if values.isEmpty != (mean == nil)
            || mean.map({ differ($0, wanted / Double(values.count), by: magnitude * 1e-14) }) == true
        {
            differences.append("average of \(name)")
        }
    }

    mutating func decimal(_ property: KeyPath<Model, Decimal?>, _ name: String) throws {
        let values = chosen.compactMap { $0[keyPath: property] }
        if values.contains(where: \.isNaN) {
            if try !ask(.sum(property)).isNaN { differences.append("sum of \(name) with NaN") }
            return
        }
        // Where Foundation adds without rounding.
        let bound = Decimal(sign: .plus, exponent: 15, significand: 1)
        guard values.allSatisfy({ $0.magnitude < bound && $0.exponent > -15 }) else {
            _ = try? ask(.sum(property))
            return
        }
        let (found, wanted) = (try ask(.sum(property)), values.reduce(Decimal(0), +))
        if found != wanted { differences.append("sum of \(name): \(found), in Swift \(wanted)") }
    }

    /// The number of models of each group.
    mutating func groups<Key: Hashable>(by key: KeyPath<Model, Key>, _ name: String) throws {
        let found = try context.groups(Model.self, where: predicate, by: key, .count)
        let wanted = Dictionary(grouping: chosen) { $0[keyPath: key] }.mapValues(\.count)
        guard found.count == wanted.count, found.allSatisfy({ wanted[$0.0] == $0.1 }) else {
            differences.append("groups by \(name): \(found.map(\.1)), in Swift \(wanted.values.sorted())")
            return
        }
    }
}
