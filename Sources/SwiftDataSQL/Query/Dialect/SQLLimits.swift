/// The limits of the SQL that a database reads.
package struct SQLLimits: Sendable {
    /// The largest number of values in a list. A longer list must be given in another form.
    package var listLength: Int
    /// The largest number of composite values in a list. A longer list must be given in another form.
    package var compositeListLength: Int
    /// The maximum nesting of parentheses, see ``SQLFragment/depth``.
    package var depth: Int
    /// The largest number of values that a statement can bind.
    package var bindingCount: Int
    /// The maximum length of a statement's conditions, in bytes.
    package var length: Int
    /// The largest number of tables that a statement can join.
    package var joinCount: Int

    package init(
        listLength: Int,
        compositeListLength: Int,
        depth: Int,
        bindingCount: Int,
        length: Int,
        joinCount: Int
    ) {
        self.listLength = listLength
        self.compositeListLength = compositeListLength
        self.depth = depth
        self.bindingCount = bindingCount
        self.length = length
        self.joinCount = joinCount
    }
}
