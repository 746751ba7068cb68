import SwiftDataCore
import SwiftDataSQL

/// Writes versions as `VersionedSchema` enums, and the plan between them.
struct VersionWriter {
    let source: ModelSource
    let generation: Generation

    /// The number of each version: its identifier in the model where the identifiers grow, else its position.
    private var numbers: [Schema.Version] {
        let parsed = source.versions.map { version -> Schema.Version? in
            let text = version.model.versionIdentifier
            return text.contains(where: \.isNumber) ? Schema.Version(parsing: text) : nil
        }
        let known = parsed.compactMap { $0 }
        let grows = known.count == parsed.count && zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
        return grows ? known : source.versions.indices.map { Schema.Version($0 + 1, 0, 0) }
    }

    private func enumName(_ index: Int) -> String { "SchemaV\(index + 1)" }

    func write(_ text: inout SourceText) {
        let access = generation.access
        let numbers = numbers
        var current: ClassWriter?
        for (index, version) in source.versions.enumerated() {
            let writer = ClassWriter(version.model, generation)
            if index == source.currentIndex { current = writer }
            let types = writer.types
            text.gap()
            text.comment("The version \(version.name) of the model.", mark: "///")
            text.block("\(access)enum \(enumName(index)): \(types.named("VersionedSchema"))") { text in
                let schema = types.named("Schema")
                let number = numbers[index]
                text.line(
                    "\(access)static let versionIdentifier = "
                        + "\(schema).Version(\(number.major), \(number.minor), \(number.patch))"
                )
                text.gap()
                text.block("\(access)static var models: [any \(types.named("PersistentModel")).Type]") { text in
                    text.list("[", writer.classNames.map { "\($0).self" }, "]")
                }
                writer.write(&text)
            }
        }
        text.gap()
        for name in current?.classNames ?? [] {
            text.line("\(access)typealias \(name) = \(enumName(source.currentIndex)).\(name)")
        }
        writePlan(&text)
    }

    private func writePlan(_ text: inout SourceText) {
        let access = generation.access
        let last = source.currentIndex
        if last + 1 < source.versions.count, let current = source.current {
            generation.note(
                nil,
                nil,
                "The model's current version is \(current.name): the plan ends there, and the later versions are in no "
                    + "plan."
            )
        }
        text.gap()
        text.comment("Brings a store of any of the versions to that of the app.", mark: "///")
        text.block("\(access)enum MigrationPlan: SchemaMigrationPlan") { text in
            text.block("\(access)static var schemas: [any VersionedSchema.Type]") { text in
                text.list("[", (0...last).map { "\(enumName($0)).self" }, "]")
            }
            text.gap()
            let stages = (0..<last).map { stageName($0) }
            text.block("\(access)static var stages: [MigrationStage]") { text in text.list("[", stages, "]") }
            for index in 0..<last {
                text.gap()
                writeStage(index, &text)
            }
        }
    }

    private func stageName(_ index: Int) -> String { "v\(index + 1)ToV\(index + 2)" }

    private func writeStage(_ index: Int, _ text: inout SourceText) {
        let reason = StageInference.obstacle(from: source.versions[index].model, to: source.versions[index + 1].model)
        let versions = [
            "fromVersion: \(enumName(index)).self", "toVersion: \(enumName(index + 1)).self",
        ]
        guard let reason else {
            return text.list("static let \(stageName(index)) = MigrationStage.lightweight(", versions, ")")
        }
        generation.usesUnfinishedStage = true
        generation.note(nil, nil, "The stage \(stageName(index)) has to be written: \(reason)")
        text.comment(reason)
        text.line("static let \(stageName(index)) = MigrationStage.custom(")
        text.indented { text in
            for version in versions { text.line(version + ",") }
            text.line("willMigrate: { context in")
            text.indented { text in
                text.comment("Read here what the new version has no place for.")
                text.line("throw UnfinishedStage(version: \(SwiftLiteral.string(enumName(index + 1))))")
            }
            text.line("},")
            text.line("didMigrate: { context in")
            text.indented { $0.comment("Write it here.") }
            text.line("}")
        }
        text.line(")")
    }
}

/// The check that the migration from one version to the next can be inferred.
enum StageInference {
    /// Returns the reason why it cannot; nil where it can.
    static func obstacle(from old: ModelOutline, to new: ModelOutline) -> String? {
        do {
            _ = try ModelMapping(from: try StoreLayout(old), to: try StoreLayout(new))
            return nil
        } catch let error as StoreError {
            let place = [error.entityName, error.propertyName].compactMap { $0 }.joined(separator: ".")
            return place.isEmpty ? error.message : "\(place) \(error.message)"
        } catch {
            return "\(error)"
        }
    }
}
