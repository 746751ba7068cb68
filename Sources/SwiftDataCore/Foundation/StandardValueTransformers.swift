import Foundation

#if !canImport(Darwin)
    extension NSValueTransformerName {
        /// Turns true into false and false into true.
        public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
        /// The name of a transformer that tests if a value is nil.
        public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
        /// The name of a transformer that tests if a value is not nil.
        public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
        /// Turns an archive into the object in it, and back: ``NSSecureUnarchiveFromDataTransformer``.
        public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
    }

    /// Turns data into the object that is archived in it, and back.
    ///
    /// Foundation's class of this name, which Linux Foundation does not have.
    open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
        /// The classes that the archive's top object may be of.
        open class var allowedTopLevelClasses: [AnyClass] {
            [
                NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
                NSURL.self, NSUUID.self, NSNull.self,
            ]
        }

        /// `NSObject`: any root object can be archived.
        open override class func transformedValueClass() -> AnyClass { NSObject.self }
        /// True.
        open override class func allowsReverseTransformation() -> Bool { true }

        /// The object in an archive; nil where the value is none, or holds an object of another class.
        open override func transformedValue(_ value: Any?) -> Any? {
            guard let data = value as? Data else { return nil }
            return try? NSKeyedUnarchiver.unarchivedObject(
                ofClasses: type(of: self).allowedTopLevelClasses,
                from: data
            )
        }

        /// The archive of an object.
        open override func reverseTransformedValue(_ value: Any?) -> Any? {
            guard let value else { return nil }
            return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        }
    }

    final class NegateBooleanTransformer: ValueTransformer {
        override class func allowsReverseTransformation() -> Bool { true }
        override func transformedValue(_ value: Any?) -> Any? { !(value as? Bool ?? false) }
    }

    final class IsNilTransformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? { value == nil }
    }

    final class IsNotNilTransformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? { value != nil }
    }
#endif
