/// The step in which a test of a migration failed, and the cause.
public struct MigrationTestFailure: Error, CustomStringConvertible {
    /// The step that failed.
    public let step: String
    /// The error that was thrown.
    public let underlyingError: any Error

    /// The step and the error.
    public var description: String { "Failed while \(step): \(underlyingError)" }

    static func naming<Result>(_ step: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw MigrationTestFailure(step: step, underlyingError: error)
        }
    }
}
