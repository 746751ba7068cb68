package import Foundation
package import SwiftData

extension Sample {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Self>? { nil }
}

extension Sample where Self: FixedWidthInteger & UnsignedInteger {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Self>? { source.integer(Self.self, subject, depth) }
}

extension Sample where Self: FixedWidthInteger & SignedInteger {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Self>? { source.signed(Self.self, subject, depth) }
}

extension Sample where Self: FloatingPoint {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Self>? { source.floating(Self.self, subject, depth) }
}

extension Decimal {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Decimal>? {
        source.random.chance(20)
            ? source.negative(Decimal.self, subject, depth) : source.sum(Decimal.self, subject, depth)
    }
}

extension Int {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Int>? {
        source.random.chance(65) ? source.signed(Int.self, subject, depth) : source.count(subject, depth)
    }
}

extension String {
    package static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<String>? { source.transformed(source.value(String.self, subject, depth)) }
}
