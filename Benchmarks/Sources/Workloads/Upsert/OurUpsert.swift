import SwiftData

final class OurUpsert: Contestant {
    let contender = Contender.ours
    private let files: AccountFiles
    private var file: URL?
    private var container: ModelContainer?

    init(_ files: AccountFiles) {
        self.files = files
    }

    func prepare() throws {
        container = nil
        let file = try files.place.copy(files.ours(), for: "upsert-ours")
        self.file = file
        container = try OurFile.open(file, [Account.self])
        _ = files.added
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        for values in files.added { context.insert(Account(values)) }
        try context.save()
        return files.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try AccountFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
