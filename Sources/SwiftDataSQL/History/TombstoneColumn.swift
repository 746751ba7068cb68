/// A column of `ACHANGE` that keeps a value of a row that was deleted.
package struct TombstoneColumn: Sendable, Hashable {
    /// A number such as 0 for `ZTOMBSTONE0`.
    package let number: Int
    /// The name of the attribute, marked `.preserveValueOnDeletion`, or the path with dots to an element of a composite.
    package let path: String
    /// The slot of the property.
    package let slot: Int
    /// The column that had the value.
    package let source: Column

    package var name: String { "ZTOMBSTONE\(number)" }

    /// Returns the same value in another column.
    func numbered(_ number: Int) -> TombstoneColumn {
        TombstoneColumn(number: number, path: path, slot: slot, source: source)
    }

    /// The columns for an entity's marked attributes, by name, one for each column that an attribute has.
    static func columns(of properties: [PropertyOutline], at columns: [PropertyColumns]) -> [TombstoneColumn] {
        var marked: [(slot: Int, attribute: AttributeOutline)] = []
        for (slot, property) in properties.enumerated() {
            if case .attribute(let attribute) = property, attribute.preservesValueOnDeletion {
                marked.append((slot, attribute))
            }
        }
        marked.sort { precedesByName($0.attribute.name, $1.attribute.name) }
        var found: [TombstoneColumn] = []
        for (slot, attribute) in marked {
            for (path, column) in sources(of: attribute, at: columns[slot], path: attribute.name) {
                found.append(TombstoneColumn(number: found.count, path: path, slot: slot, source: column))
            }
        }
        return found
    }

    /// The columns of an attribute, the columns of a composite one after the other, each with its path.
    private static func sources(
        of attribute: AttributeOutline,
        at columns: PropertyColumns,
        path: String
    ) -> [(path: String, column: Column)] {
        guard case .composite(let elements, _) = columns else { return columns.valueColumns.map { (path, $0) } }
        return zip(attribute.elements, elements).flatMap { element, columns in
            sources(of: element, at: columns, path: "\(path).\(element.name)")
        }
    }
}
