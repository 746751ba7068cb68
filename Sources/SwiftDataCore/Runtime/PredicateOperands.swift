import Foundation

extension PredicateExpression {
    /// What a node keeps, its operands among it. Foundation has no other way to ask a node of unknown type for them.
    ///
    /// That its nodes show their stored properties to reflection is not documented. Where one did not, a caller would find
    /// nothing in it.
    var shownOperands: [Any] { Mirror(reflecting: self).children.map(\.value) }
}
