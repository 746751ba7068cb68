/// The error that a context shows, or a file holds, something else than the reference model.
package struct ScriptDisagreement: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
