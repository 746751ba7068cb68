package import SwiftDataCore

extension AttributeKind {
    /// The kind of the raw value, for a `RawRepresentable` type.
    package var primitive: AttributeKind {
        if case .rawValue(let raw) = self { raw.primitive } else { self }
    }
}
