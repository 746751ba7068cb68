public import Foundation

#if !canImport(Darwin)
    /// The name of a registered ``ValueTransformer``.
    public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Turns values of one class into values of another, and back where it can.
    ///
    /// Foundation's class of this name, which Linux Foundation does not have. Subclass it, override its members and
    /// register an instance; `@Attribute(.transformable(by:))` then stores the result of ``transformedValue(_:)``.
    open class ValueTransformer: NSObject {
        private let registered: ValueTransformer?

        /// Creates a transformer.
        public required override init() {
            registered = nil
            super.init()
        }

        /// The transformer registered under a name, or nil if there is none.
        ///
        /// Differs from Apple's: the object is not the registered one, but passes every value on to it.
        public init?(forName name: NSValueTransformerName) {
            guard let found = ValueTransformer.transformer(named: name) else { return nil }
            registered = found
            super.init()
        }

        /// The class of the values that ``transformedValue(_:)`` makes.
        open class func transformedValueClass() -> AnyClass { NSObject.self }

        /// True if the transformer can also go back. False unless a subclass overrides it.
        open class func allowsReverseTransformation() -> Bool { false }

        /// Transforms a value.
        open func transformedValue(_ value: Any?) -> Any? {
            if let registered { return registered.transformedValue(value) }
            return value
        }

        /// Transforms a value back; by ``transformedValue(_:)`` unless a subclass does something else.
        ///
        /// Differs from Apple's: where reverse transformation is not allowed the result is nil, and not an exception.
        open func reverseTransformedValue(_ value: Any?) -> Any? {
            if let registered { return registered.reverseTransformedValue(value) }
            return type(of: self).allowsReverseTransformation() ? transformedValue(value) : nil
        }
    }

    extension ValueTransformer {
        /// `@unchecked Sendable` without a lock: transformers are registered to be used from everywhere, as
        /// Foundation documents; the table of them is locked.
        private struct Registered: @unchecked Sendable {
            let transformer: ValueTransformer
        }

        private static let table = Locked<[NSValueTransformerName: Registered]>([:])

        /// Registers a transformer under a name, or with nil removes the one that is registered.
        public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
            let entry = transformer.map { Registered(transformer: $0) }
            table.withLock { $0[name] = entry }
        }

        /// The names of all registered transformers.
        public class func valueTransformerNames() -> [NSValueTransformerName] {
            let own = table.withLock { Array($0.keys) }
            return own + standard.keys.filter { !own.contains($0) }
        }

        /// The transformer that is registered under a name, itself.
        package static func transformer(named name: NSValueTransformerName) -> ValueTransformer? {
            table.withLock { $0[name]?.transformer } ?? standard[name]?()
        }

        private static var standard: [NSValueTransformerName: @Sendable () -> ValueTransformer] {
            [
                .negateBooleanTransformerName: { NegateBooleanTransformer() },
                .isNilTransformerName: { IsNilTransformer() },
                .isNotNilTransformerName: { IsNotNilTransformer() },
                .secureUnarchiveFromDataTransformerName: { NSSecureUnarchiveFromDataTransformer() },
            ]
        }
    }
#endif
