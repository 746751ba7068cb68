/// A store whose file others can write.
package protocol OthersNoticing: DataStore {
    /// Tells the contexts of the container what others have committed. Who is told may save, so that the caller must
    /// have no transaction open.
    func takeInOthersCommits()
    /// How many commits of others were told without what they changed.
    var untoldCount: Int { get }
    /// How many seconds a save goes on trying to write rows that are changed again before each attempt.
    var conflictTimeout: Double { get }
}
