/// The names of the tables and columns of a store, and their form in SQL.
///
/// The translator and the statements have no names of their own: a layout with other names yields the same statements
/// over other tables. Colliding names get a number from ``NameAllocator``.
package protocol LayoutNames: Sendable {
    /// The columns that the table of every entity has, in addition to the columns of its properties.
    var rowColumns: RowColumns { get }
    /// Names that no entity's table can have.
    var reservedTables: [String] { get }
    /// The table of an entity without a parent and of its subentities.
    func table(entity: String) -> String
    /// The column of an attribute, or of a member of a composite.
    func column(attribute: String) -> String
    /// The foreign key of a to-one relationship.
    func key(relationship: String) -> String
    /// The column beside a foreign key that holds the number of the destination row's entity.
    func entityColumn(relationship: String, destination: Int64) -> String
    /// The foreign key that a to-many relationship without inverse keeps in the table of its destination.
    func implicitKey(relationship: String, source: Int64) -> String
    /// The table of a many-to-many relationship.
    func joinTable(relationship: String, source: Int64) -> String
    /// The column of a join table that holds the keys of an entity's rows.
    /// - Parameter relationship: The relationship that leads to the rows.
    func joinColumn(relationship: String, entity: Int64) -> String
    /// True if the columns of all join tables have different names, as Core Data's have.
    var joinTablesShareNames: Bool { get }
    /// The second column of the table of a relationship that is its own inverse.
    var reflexiveJoinColumn: String { get }
    /// An index that an entity declares.
    func index(_ name: String, entity: String) -> String
    /// The form of a name in SQL.
    func quoted(_ name: String) -> String
    /// The statements that make the tables with a new store's description of itself.
    var bookkeepingTables: [String] { get }
    /// The statements that make the tables of the history, and their indices.
    /// - Parameter tombstoneCount: The largest number of values of a deleted row that are kept.
    func historyTables(tombstoneCount: Int) -> [String]
}

/// The columns that the table of every entity has, in addition to the columns of its properties.
package struct RowColumns: Sendable, Hashable {
    /// The primary key.
    package let key: String
    /// The number of the row's entity.
    package let entity: String
    /// The number of the row's changes.
    package let lock: String

    package init(key: String, entity: String, lock: String) {
        self.key = key
        self.entity = entity
        self.lock = lock
    }

    /// The columns in the order in which statements read them.
    package var all: [String] { [key, entity, lock] }

    /// The columns in their form in SQL.
    func quoted(_ names: some LayoutNames) -> RowColumns {
        RowColumns(key: names.quoted(key), entity: names.quoted(entity), lock: names.quoted(lock))
    }
}
