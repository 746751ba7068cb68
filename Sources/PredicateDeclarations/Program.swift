import Foundation

/// Writes the declarations of `#Predicate` and `#Expression` for a client's module to the file that is named.
@main
enum Program {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: PredicateDeclarations FILE\n".utf8))
            exit(64)
        }
        try declarations.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
    }

    /// For one input: a parameter pack would hide the type of the closure's parameter from the type checker, and a
    /// second declaration for two inputs would appear in the messages of the compiler. On Apple's platforms the file is
    /// empty.
    private static let declarations = """
        // Written by the SwiftDataPredicates plugin of OpenSwiftData.

        #if !canImport(Darwin)
            import Foundation
            import SwiftData

            @freestanding(expression)
            macro Predicate<Input>(
                _ body: (Input) -> Bool
            ) -> Foundation.Predicate<Input> = #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")

            @freestanding(expression)
            macro Expression<Input, Output>(
                _ body: (Input) -> Output
            ) -> Foundation.Expression<Input, Output> = #externalMacro(module: "SwiftDataMacros", type: "ExpressionMacro")
        #endif

        """
}
