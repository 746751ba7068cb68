import SwiftDataCore
import SwiftDataSQL

/// A mistake that the translator could make, planted in the SQL that it gave.
enum Mutation: String, CaseIterable {
    /// `=` for `IS`: nil equals nothing.
    case nilIsUnknown
    /// `<>` for `IS NOT`: nil differs from nothing.
    case nilDiffersFromNothing
    /// Strings are compared by their bytes.
    case bytesForCharacters
    /// NaN counts as a number.
    case everythingIsNumber
    /// Narrow integers have 64 bits.
    case everyIntegerIsWide
    /// `contains` looks for bytes.
    case searchesBytes
    /// A string is as long as it has code points.
    case countsCodePoints
    /// Decimals are ordered as they are kept.
    case decimalsAsKept
    /// All is some.
    case someForAll
    /// A collection has one element at most.
    case countsToOne

    /// The SQL with the mistake.
    func planted(in sql: String) -> String {
        switch self {
        case .nilIsUnknown: sql.replacing(" IS ?", with: " = ?")
        case .nilDiffersFromNothing: sql.replacing(" IS NOT ?", with: " <> ?")
        case .bytesForCharacters: sql.replacing(" COLLATE \(SQLFunctions.canonicalCollation)", with: "")
        case .everythingIsNumber: sql.replacing("<= 9e999", with: "IS NOT NULL")
        case .everyIntegerIsWide:
            ["int8", "int16", "int32", "uint8", "uint16", "uint32"].reduce(sql) { sql, number in
                sql.replacing("'\(number)'", with: "'int64'")
            }
        case .searchesBytes: sql.replacing("\(SQLFunctions.textFunction(.contains))(", with: "instr(")
        case .countsCodePoints: sql.replacing("\(SQLFunctions.count)(", with: "length(")
        case .decimalsAsKept: sql.replacing("\(SQLFunctions.decimalKeyName)(", with: "(")
        case .someForAll: sql.replacing("NOT EXISTS (", with: "EXISTS (")
        case .countsToOne: sql.replacing("COUNT(*)", with: "COUNT(DISTINCT 1)")
        }
    }
}
