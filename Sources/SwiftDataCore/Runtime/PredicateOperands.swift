import Foundation

extension PredicateExpression {
    /// The stored properties of a node, which include its operands. Foundation has no other way to read the operands of
    /// a node of unknown type.
    ///
    /// It is not documented that nodes show their stored properties to reflection. The list is empty for a node that
    /// does not.
    var shownOperands: [Any] { Mirror(reflecting: self).children.map(\.value) }
}
