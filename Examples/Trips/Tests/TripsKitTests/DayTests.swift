import Foundation
import Testing
import TripsKit

@Suite struct DayTests {
    @Test func aDayIsReadAndWrittenTheSame() throws {
        #expect(try Day.text(Day.date("2027-05-01")) == "2027-05-01")
        #expect(try Day.date("1970-01-02") == Date(timeIntervalSince1970: 86_400))
    }

    @Test(arguments: ["", "tomorrow", "2027-02-30", "2027-13-01", "2027-5-1", "2027-05-01 "])
    func textThatIsNoDayIsRefused(text: String) {
        #expect(throws: TripError.notADay(text)) { try Day.date(text) }
    }
}
