import Foundation
import SwiftDataCore
import Testing

struct ValueTransformerTests {
    private final class Reversing: ValueTransformer {
        override class func allowsReverseTransformation() -> Bool { true }
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? String).map { String($0.reversed()) }
        }
    }

    private final class OneWay: ValueTransformer {}

    @Test("A registered transformer is found by its name")
    func registration() {
        let name = NSValueTransformerName("Reversing")
        ValueTransformer.setValueTransformer(Reversing(), forName: name)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        let found = ValueTransformer(forName: name)
        #expect(found?.transformedValue("abc") as? String == "cba")
        #expect(found?.reverseTransformedValue("cba") as? String == "abc")
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
    }

    @Test("Without permission there is no way back")
    func oneWay() {
        #expect(OneWay().reverseTransformedValue("a") == nil)
        #expect(OneWay().transformedValue("a") as? String == "a")
    }

    @Test("An object survives its archive")
    func archive() {
        let transformer = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
        let archived = transformer?.reverseTransformedValue(NSArray(array: [NSString("a"), NSNumber(1)])) as? Data
        #expect(archived != nil)
        #expect(transformer?.transformedValue(archived) as? NSArray == NSArray(array: [NSString("a"), NSNumber(1)]))
    }
}
