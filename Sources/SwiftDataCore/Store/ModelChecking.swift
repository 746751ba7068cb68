/// A store that can check that its file still has the schema that it was opened with.
package protocol ModelChecking {
    /// - Throws: ``StoreError`` with code `migration` where the file was migrated since it was opened.
    func checkModel() throws
}
