import SwiftDataCore
import SwiftDataSQL

// A small model by hand, and shorter words for the nodes of its queries.

enum SQLModel {
    static let store = "STORE"

    static func layout(names: any LayoutNames = CoreDataNames()) throws -> StoreLayout {
        try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "Trip",
                    properties: [
                        .attribute(AttributeOutline("name", .string)),
                        .attribute(AttributeOutline("note", .string, isOptional: true)),
                        .attribute(AttributeOutline("days", .integer(.int64))),
                        .attribute(AttributeOutline("rating", .double, isOptional: true)),
                        .attribute(AttributeOutline("price", .decimal)),
                        .attribute(AttributeOutline("isOpen", .boolean)),
                        .attribute(AttributeOutline("code", .uuid)),
                        .attribute(AttributeOutline("tags", .json)),
                        .attribute(
                            AttributeOutline(
                                "home",
                                .composite,
                                isOptional: true,
                                elements: [
                                    AttributeOutline("city", .string, isOptional: true),
                                    AttributeOutline("zip", .integer(.int64), isOptional: true),
                                ]
                            )
                        ),
                        .relationship(RelationshipOutline("owner", to: "Person", inverse: "trips", isToOne: true)),
                        .relationship(RelationshipOutline("items", to: "Item", inverse: "trip", isToOne: false)),
                        .relationship(RelationshipOutline("guests", to: "Person", inverse: "visits", isToOne: false)),
                    ]
                ),
                EntityOutline("Item", properties: itemProperties),
                EntityOutline(
                    "Tool",
                    super: "Item",
                    properties: itemProperties + [.attribute(AttributeOutline("weight", .double))]
                ),
                EntityOutline(
                    "Person",
                    properties: [
                        .attribute(AttributeOutline("name", .string)),
                        .attribute(AttributeOutline("nickname", .string, isOptional: true)),
                        .relationship(RelationshipOutline("trips", to: "Trip", inverse: "owner", isToOne: false)),
                        .relationship(RelationshipOutline("visits", to: "Trip", inverse: "guests", isToOne: false)),
                    ]
                ),
            ]),
            names: names
        )
    }

    private static let itemProperties: [PropertyOutline] = [
        .attribute(AttributeOutline("title", .string)),
        .attribute(AttributeOutline("isDone", .boolean)),
        .relationship(RelationshipOutline("trip", to: "Trip", inverse: "items", isToOne: true)),
    ]

    static func id(_ entity: String, _ row: Int64, store: String = store) -> PersistentIdentifier {
        PersistentIdentifier(store: store, entity: entity, row: row)
    }
}

extension QueryNode {
    static func text(_ value: String) -> QueryNode { .value(QueryValue(.string(value))) }
    static func int(_ value: Int64) -> QueryNode { .value(QueryValue(.integer(value))) }
    static func model(_ id: PersistentIdentifier) -> QueryNode { .value(QueryValue(.identifier(id))) }

    func attribute(_ name: String) -> QueryNode {
        .property(QueryProperty(base: self, entityName: "", name: name, role: .attribute))
    }
    func toOne(_ name: String) -> QueryNode {
        .property(QueryProperty(base: self, entityName: "", name: name, role: .toOne))
    }
    func toMany(_ name: String) -> QueryNode {
        .property(QueryProperty(base: self, entityName: "", name: name, role: .toMany))
    }
    /// `self?.…`, with the variable of a number.
    func chain(_ number: Int, _ transform: (QueryNode) -> QueryNode) -> QueryNode {
        let variable = QueryVariable(number: number)
        return .optional(.flatMap(self, variable: variable, transform: transform(.variable(variable))))
    }
    func compared(_ op: QueryComparison.Operator, _ other: QueryNode) -> QueryNode {
        .comparison(QueryComparison(self, op, other))
    }
    func contains(_ number: Int, _ test: (QueryNode) -> QueryNode) -> QueryNode {
        let variable = QueryVariable(number: number)
        return .collection(.containsWhere(self, variable: variable, test: test(.variable(variable))))
    }
}
