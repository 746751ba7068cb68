import SwiftDataSQL

/// A model as a diagram for Mermaid or Graphviz.
struct SchemaDiagram {
    private let words: SchemaWords

    init(_ model: ModelOutline) {
        words = SchemaWords(model)
    }

    /// Mermaid's class diagram: its entity diagram has no inheritance.
    var mermaid: [String] {
        var lines = ["classDiagram"]
        for entity in words.sortedEntities {
            let name = Self.mermaidName(entity.name)
            let attributes = words.ownAttributes(of: entity)
            if attributes.isEmpty, !entity.isAbstract {
                lines.append("    class \(name)")
                continue
            }
            lines.append("    class \(name) {")
            if entity.isAbstract { lines.append("        <<abstract>>") }
            for attribute in attributes {
                // Angle brackets would be read as an annotation.
                let type = SchemaWords.type(attribute).replacing("<", with: "~").replacing(">", with: "~")
                lines.append("        \(attribute.name) \(type)")
            }
            lines.append("    }")
        }
        for entity in words.sortedEntities {
            guard let parent = entity.superName else { continue }
            lines.append("    \(Self.mermaidName(parent)) <|-- \(Self.mermaidName(entity.name))")
        }
        for link in words.links {
            let (one, other) = (link.source.name, link.relationship.destination)
            // The number beside a class is how many of it there are for one of the other.
            let near = link.inverse.map { "\"\(SchemaWords.cardinality($0))\" " } ?? ""
            let far = SchemaWords.cardinality(link.relationship)
            let label = [link.relationship.name, link.inverse?.name].compactMap { $0 }.joined(separator: " / ")
            lines.append(
                "    \(Self.mermaidName(one)) \(near)--\(link.inverse == nil ? ">" : "") \"\(far)\" "
                    + "\(Self.mermaidName(other)) : \(label)"
            )
        }
        return lines
    }

    var dot: [String] {
        var lines = ["digraph model {", "    rankdir=LR;", "    node [shape=record, fontname=\"Helvetica\"];"]
        for entity in words.sortedEntities {
            let attributes = words.ownAttributes(of: entity).map {
                Self.record("\($0.name): \(SchemaWords.type($0))") + "\\l"
            }
            let title = Self.record(entity.isAbstract ? "«abstract» \(entity.name)" : entity.name)
            let label = "{\(title)|\(attributes.joined())}"
            lines.append("    \(Self.quoted(entity.name)) [label=\"\(label)\"];")
        }
        for entity in words.sortedEntities {
            guard let parent = entity.superName else { continue }
            lines.append("    \(Self.quoted(entity.name)) -> \(Self.quoted(parent)) [arrowhead=empty];")
        }
        for link in words.links {
            let head = "\(link.relationship.name) \(SchemaWords.cardinality(link.relationship))"
            let tail = link.inverse.map { "\($0.name) \(SchemaWords.cardinality($0))" } ?? ""
            let arrows = link.inverse == nil ? "arrowhead=vee" : "dir=none"
            lines.append(
                "    \(Self.quoted(link.source.name)) -> \(Self.quoted(link.relationship.destination)) "
                    + "[headlabel=\(Self.quoted(head)), taillabel=\(Self.quoted(tail)), \(arrows)];"
            )
        }
        return lines + ["}"]
    }

    private static func mermaidName(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : "`\(name)`"
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Text in a label of a record, where some characters mean something.
    private static func record(_ text: String) -> String {
        text.map { "{}|<>\"\\ ".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
