/// What a context shows, or a file holds, is not what the reference model says.
package struct ScriptDisagreement: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
