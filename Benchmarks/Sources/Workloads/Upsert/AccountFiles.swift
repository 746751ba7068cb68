import SwiftData

/// The files that accounts are added to.
final class AccountFiles {
    let place: Workplace
    let count: Int

    init(place: Workplace, count: Int) {
        self.place = place
        self.count = count
    }

    static let upsert = """
        INSERT INTO account (address, name, balance) VALUES (?, ?, ?)
            ON CONFLICT (address) DO UPDATE SET name = excluded.name, balance = excluded.balance
        """

    /// Half of what will be added.
    private func present() -> [AccountValues] {
        AccountValues.make(0..<count / 2, seed: 11)
    }

    /// The accounts that will be added, made once.
    private(set) lazy var added = AccountValues.make(0..<count, seed: 12)

    func ours() throws -> URL {
        try place.template("accounts-ours-\(count)") { file in
            let values = present()
            try OurFile.fill(file, [Account.self], count: values.count) { index, context in
                context.insert(Account(values[index]))
            }
        }
    }

    func plain() throws -> URL {
        try place.template("accounts-plain-\(count)") { file in
            let database = try RawDatabase(file)
            try database.execute(
                """
                CREATE TABLE account (id INTEGER PRIMARY KEY, address TEXT NOT NULL, name TEXT NOT NULL,
                    balance INTEGER NOT NULL);
                CREATE UNIQUE INDEX account_address ON account (address)
                """
            )
            let statement = try database.prepare("INSERT INTO account (address, name, balance) VALUES (?, ?, ?)")
            try database.transaction {
                for value in present() { try Self.run(statement, value) }
            }
        }
    }

    @inline(__always)
    static func run(_ statement: RawStatement, _ value: AccountValues) throws {
        statement.bind(1, value.address)
        statement.bind(2, value.name)
        statement.bind(3, value.balance)
        try statement.run()
    }

    static func sum(ours file: URL) throws -> Int {
        try RawDatabase.integer(file, "SELECT count(*) + sum(ZBALANCE) + sum(length(ZNAME)) FROM ZACCOUNT")
    }

    static func sum(plain file: URL) throws -> Int {
        try RawDatabase.integer(file, "SELECT count(*) + sum(balance) + sum(length(name)) FROM account")
    }
}
