import Foundation
package import SwiftDataCore
package import SwiftDataSQL

/// A database that compares, and finds a text inside another by its bytes, and no more: it calls nothing of ours and has
/// no collation but that of bytes.
package struct PlainDialect: SQLDialect {
    /// A mistake that a dialect could make.
    package enum Mistake: CaseIterable, Sendable {
        /// A condition that more rows meet counts as exact.
        case narrowingIsExact
        /// A condition that narrows the rows leaves some out that are meant.
        case narrowsTooFar
    }

    private let mistake: Mistake?

    package init(mistake: Mistake? = nil) {
        self.mistake = mistake
    }

    package var limits: SQLLimits {
        SQLLimits(
            listLength: 100,
            compositeListLength: 20,
            depth: 16,
            bindingCount: 30_000,
            length: 500_000,
            joinCount: 60
        )
    }

    package func literal(_ truth: Bool) -> SQLFragment { truth ? "TRUE" : "FALSE" }

    package func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS NOT DISTINCT FROM \(rhs)" }
    package func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS DISTINCT FROM \(rhs)" }

    // The rows are a store's, which keeps NaN as text.
    package func isNumber(_ operand: SQLFragment) -> SQLFragment { "\(operand) <= 9e999" }
    package func isNaN(_ operand: SQLFragment) -> SQLFragment { "\(operand) > 9e999" }

    package func page(limit: Int?, offset: Int?) -> SQLFragment { SQLiteDialect().page(limit: limit, offset: offset) }

    package func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLAnswer {
        guard op == .contains || op == .endsWith, let plain, !plain.isEmpty else { return .none }
        return narrowing(mistake == .narrowsTooFar ? "instr(\(lhs), \(rhs)) > 1" : "instr(\(lhs), \(rhs)) > 0")
    }

    package func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer {
        narrowing("\(data) >= \(prefix)")
    }

    private func narrowing(_ condition: SQLFragment) -> SQLAnswer {
        mistake == .narrowingIsExact ? .exact("(\(condition))") : .narrowing(condition)
    }

    package func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment? {
        SQLiteDialect().beginning(text, beginnings)
    }

    package func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment? {
        transform == .isEmpty ? "\(operand) = ''" : nil
    }

    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? {
        switch part {
        case .secondsSinceReferenceDate, .dateSinceReferenceDate, .absoluteString: operand
        case .secondsSince1970, .uuidString: nil
        }
    }

    package func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? {
        switch kind.primitive {
        case .string, .decimal: nil
        default: byteOrder(key, sort)
        }
    }

    package func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment? {
        sort.order == .forward ? key : "\(key) DESC"
    }
}
