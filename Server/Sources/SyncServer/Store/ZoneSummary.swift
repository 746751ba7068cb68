/// A zone as an administrator sees it.
package struct ZoneSummary: Sendable {
    package let number: Int
    package let members: [(user: String, name: String, role: Role)]
    package let last: Int
    package let mergedUpTo: Int
    package let log: Int
    package let snapshot: Int
    package let values: Int
    package let quota: Int?
    package let devices: Int
}
