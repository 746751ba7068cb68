import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Values that are not of their property's type: an aggregate tells what a fetch tells, and never leaves them out.
@Suite struct AggregateDamageTests {
    private func store(_ damage: String) throws -> (TemporaryFolder, ModelContext) {
        let folder = try TemporaryFolder()
        var random = ScriptRandom(seed: 3)
        let context = ModelContext(try StorePlace.file.container(folder, Booking.self, Account.self))
        try AggregateTests.fill(context, 10, &random)
        try folder.sqlite3(damage)
        return (folder, ModelContext(try StorePlace.file.container(folder, Booking.self, Account.self)))
    }

    @Test(arguments: [
        "ZAMOUNT = 'much'", "ZAMOUNT = NULL", "ZAMOUNT = x'00'", "ZWEIGHT = 'heavy'", "ZWEIGHT = NULL", "ZRANK = 40000",
        "ZRANK = 1.5", "ZRANK = 'x'", "ZRANK = NULL", "ZBIG = -1", "ZBIG = x'01'",
    ])
    func sumsOfDamagedValuesThrow(damage: String) throws {
        let (folder, context) = try store("UPDATE ZBOOKING SET \(damage) WHERE ZNUMBER = 4")
        defer { withExtendedLifetime(folder) {} }
        let named = String(damage.prefix { $0 != " " }.dropFirst()).lowercased()
        #expect {
            _ = try context.aggregate(Booking.self, .sum(\.amount), .sum(\.weight), .sum(\.rank))
            _ = try context.aggregate(Booking.self, .sum(\.big))
        } throws: { error in
            (error as? StoreError)?.entityName == "Booking" && (error as? StoreError)?.propertyName == named
        }
        // The other rows are read.
        let others = try context.aggregate(Booking.self, where: #Predicate { $0.number != 4 }, .sum(\.number))
        #expect(others == 41)
    }

    @Test func sumsOfExtremeValuesAreExact() throws {
        let (folder, context) = try store(
            """
            UPDATE ZBOOKING SET ZAMOUNT = x'3132333435363738393031323334353637383930313233343536372E38' WHERE ZNUMBER < 5;
            UPDATE ZBOOKING SET ZAMOUNT = 1 WHERE ZNUMBER >= 5;
            UPDATE ZBOOKING SET ZBIG = x'FFFFFFFFFFFFFFFF' WHERE ZNUMBER = 1;
            UPDATE ZBOOKING SET ZBIG = 0 WHERE ZNUMBER <> 1;
            UPDATE ZBOOKING SET ZWEIGHT = 'NaN' WHERE ZNUMBER = 2;
            UPDATE ZBOOKING SET ZWEIGHT = 3 WHERE ZNUMBER <> 2;
            """
        )
        defer { withExtendedLifetime(folder) {} }
        let log = StatementRecorder(context.container)
        let statements = try log.statements { () throws in
            let sums = try context.aggregate(Booking.self, .sum(\.amount), .sum(\.big), .sum(\.weight))
            #expect(sums.0 == Decimal(string: "617283945061728394506172844"))
            #expect(sums.1 == .max)
            #expect(sums.2.isNaN)
            let bounds = try context.aggregate(Booking.self, .max(\.weight), .min(\.weight), .max(\.big))
            #expect(bounds.0 == 3)
            #expect(bounds.1 == 3)
            #expect(bounds.2 == .max)
        }
        // The greatest number is asked for again without NaN.
        #expect(statements.count == 3)
        #expect(context.unit.identityMap.count == 0)
        try folder.sqlite3("UPDATE ZBOOKING SET ZBIG = 1 WHERE ZNUMBER = 7")
        #expect(throws: ModelQueryError.self) { try context.aggregate(Booking.self, .sum(\.big)) }
    }
}
