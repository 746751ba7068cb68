#if PostgreSQL
/// The reason why a value cannot be written to a column, or be read from it. It names types, never values.
struct PostgresValueFailure: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let missingValue = PostgresValueFailure("NULL where the property has a value")
    static let nulCharacter = PostgresValueFailure(
        "the text has the character U+0000, which PostgreSQL cannot keep. Remove it, or keep the text as data"
    )
    static let tooLarge = PostgresValueFailure(
        "the value has a gigabyte or more, which PostgreSQL cannot keep. Keep it in several values, or in a file"
    )
    static let dateOutOfRange = PostgresValueFailure(
        "the date is outside of the range of PostgreSQL, which is from 4713 BC to the year 294276"
    )
}
#endif
