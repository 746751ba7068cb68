import Foundation
import SwiftDataCLI
import Testing

/// Numbers of JSON that is imported: they are kept as they are written, so they have to be JSON.
struct JSONNumberTests {
    @Test(arguments: [
        "01", "-01", "00", "1.", "1.e5", "-.5", ".5", "-", "+1", "1e", "1E+", "0x1", "1e5.0", "--1", "1-",
    ])
    func whatIsNoNumberOfJSONIsRefused(_ text: String) {
        #expect(JSONReader.value(text) == nil)
        #expect(JSONReader.value("[\(text)]") == nil)
        #expect(throws: (any Error).self) {
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
    }

    @Test(arguments: ["0", "-0", "10", "-1.50", "0.0", "1e5", "1E+5", "2.5e-07", "12345678901234567890123", "1e400"])
    func aNumberKeepsItsDigits(_ text: String) {
        #expect(JSONReader.value(text) == .literal(text))
        #expect(JSONReader.value("{\"a\":\(text)}")?.text(isPretty: false) == "{\"a\":\(text)}")
    }
}
