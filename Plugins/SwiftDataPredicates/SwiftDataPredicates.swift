import PackagePlugin

/// Declares `#Predicate` and `#Expression` inside of the target that uses the plugin.
///
/// A macro of the target's own hides the macros of the modules that it imports, so that the compiler does not check
/// each closure against Foundation's declaration as well: see docs/decisions/0008-predicates-in-the-clients-module.md.
@main
struct SwiftDataPredicates: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard target is any SourceModuleTarget else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "SwiftDataPredicates.swift")
        return [
            .buildCommand(
                displayName: "Declaring #Predicate and #Expression for \(target.name)",
                executable: try context.tool(named: "PredicateDeclarations").url,
                arguments: [output.path],
                outputFiles: [output]
            )
        ]
    }
}
