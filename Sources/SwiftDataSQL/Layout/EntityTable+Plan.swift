import SwiftDataCore

extension EntityTable {
    convenience init(
        _ entry: EntityNumbering.Entry,
        _ model: ResolvedModel,
        _ plan: ColumnPlan,
        tableName: String
    ) throws {
        let outline = entry.outline
        let properties = outline.properties.map { property in
            model.key(of: property.name, in: outline.name).flatMap { plan.properties[$0] } ?? .none
        }
        let implicitKeys = entry.lineage.flatMap { plan.implicitKeys[$0] ?? [] }
        let lineage = entry.lineage.compactMap { model.numbering[$0] }
        var uniqueColumns: [[String]] = []
        for ancestor in lineage {
            for constraint in ancestor.outline.uniquenessConstraints {
                let columns = try plan.indexedColumns(constraint, of: ancestor, in: model)
                if !uniqueColumns.contains(columns) { uniqueColumns.append(columns) }
            }
        }
        self.init(
            entityName: outline.name,
            number: entry.number,
            superNumber: entry.superNumber,
            rootEntityName: entry.rootName,
            tableName: tableName,
            familyNumbers: Array(entry.familyNumbers),
            isShared: (model.numbering[entry.rootName]?.familyNumbers.count ?? 1) > 1,
            properties: properties,
            uniqueColumns: uniqueColumns,
            indexedColumns: try outline.storedIndices.map { try plan.indexedColumns($0.paths, of: entry, in: model) },
            implicitKeys: implicitKeys,
            historyBits: HistoryBits(
                lineage.map { ancestor in
                    HistoryLevel(
                        slots: outline.properties.indices.filter {
                            model.key(of: outline.properties[$0].name, in: outline.name)?.entity
                                == ancestor.outline.name
                        },
                        implicitKeys: plan.implicitKeys[ancestor.outline.name] ?? []
                    )
                },
                properties: outline.properties,
                isApples: model.form?.hasAppleHistory ?? false
            ),
            tombstones: TombstoneColumn.columns(of: outline.properties, at: properties),
            storedName: outline.storedName,
            rootNumber: model.numbering[entry.rootName]?.number
        )
    }
}

extension ColumnPlan {
    /// The columns of a constraint or an index: property names, or paths with dots to a member of a composite.
    ///
    /// - Throws: ``StoreError`` for a path to a property that is not in the entity's table.
    func indexedColumns(
        _ paths: [String],
        of entry: EntityNumbering.Entry,
        in model: ResolvedModel
    ) throws -> [String] {
        try paths.flatMap { path in
            let steps = path.split(separator: ".").map(String.init)
            let columns = find(steps, of: entry, in: model)
            if columns.isEmpty {
                throw StoreError(
                    .validation,
                    "a constraint or an index needs an attribute or a to-one relationship that is stored",
                    entity: entry.outline.name,
                    property: path
                )
            }
            return columns
        }
    }

    private func find(_ steps: [String], of entry: EntityNumbering.Entry, in model: ResolvedModel) -> [String] {
        guard let name = steps.first,
            let property = entry.outline.properties.first(where: { $0.name == name }),
            let key = model.key(of: name, in: entry.outline.name), var columns = properties[key]
        else { return [] }
        guard case .attribute(var attribute) = property else {
            return steps.count == 1 ? columns.indexedColumns : []
        }
        for step in steps.dropFirst() {
            guard case .composite(let elements, _) = columns,
                let position = attribute.elements.firstIndex(where: { $0.name == step })
            else { return [] }
            columns = elements[position]
            attribute = attribute.elements[position]
        }
        return columns.indexedColumns
    }
}
