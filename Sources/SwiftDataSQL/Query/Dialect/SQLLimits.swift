/// The size of what a database reads.
package struct SQLLimits: Sendable {
    /// How many values a list may have before it must be given in another way.
    package var listLength: Int
    /// How many composite values a list may have before it must be given in another way.
    package var compositeListLength: Int
    /// How deep parentheses may nest, see ``SQLFragment/depth``.
    package var depth: Int
    /// How many values a statement can bind.
    package var bindingCount: Int
    /// How long the conditions of a statement can be, in bytes.
    package var length: Int
    /// How many tables a statement can join.
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
