import SwiftData

/// The access of a script to the properties of the models: their accessors, as in a program.
struct ScriptDoors {
    struct Attribute {
        let read: (any PersistentModel) -> ScriptValue
        let write: (any PersistentModel, ScriptValue) -> Void
    }

    struct Link {
        let read: (any PersistentModel) -> [any PersistentModel]
        let write: (any PersistentModel, [any PersistentModel]) -> Void
        var append: (any PersistentModel, any PersistentModel) -> Void = { _, _ in }
        var remove: (any PersistentModel, any PersistentModel) -> Void = { _, _ in }
    }

    /// The attributes by entity, in the order of the outline.
    let attributes: [ScriptEntity: [Attribute]]
    let links: [ScriptEntity: [Link]]

    static let types: [any PersistentModel.Type] = [
        Artist.self, Sculptor.self, Work.self, Topic.self, Frame.self, Commission.self, Gallery.self, Room.self,
        Badge.self, Jury.self, Juror.self,
    ]

    private static func type(of entity: ScriptEntity) -> any PersistentModel.Type {
        switch entity {
        case .artist: Artist.self
        case .sculptor: Sculptor.self
        case .work: Work.self
        case .topic: Topic.self
        case .frame: Frame.self
        case .commission: Commission.self
        case .gallery: Gallery.self
        case .room: Room.self
        case .badge: Badge.self
        case .jury: Jury.self
        case .juror: Juror.self
        }
    }

    init() {
        let artist = [attribute(\Artist.name), attribute(\Artist.age), attribute(\Artist.motto)]
        attributes = [
            .artist: artist,
            .sculptor: artist + [attribute(\Sculptor.marble)],
            .work: [attribute(\Work.title), attribute(\Work.price)],
            .topic: [attribute(\Topic.word)],
            .frame: [attribute(\Frame.material)],
            .commission: [attribute(\Commission.sum)],
            .gallery: [attribute(\Gallery.town)],
            .room: [attribute(\Room.number)],
            .badge: [attribute(\Badge.code), attribute(\Badge.colour)],
            .jury: [attribute(\Jury.prize)],
            .juror: [attribute(\Juror.name)],
        ]
        let relations = [
            toOne(\Artist.mentor), toMany(\Artist.pupils), toOne(\Artist.rival), toOne(\Artist.challenger),
            toMany(\Artist.works), toMany(\Artist.badges),
        ]
        links = [
            .artist: relations,
            .sculptor: relations + [toMany(\Sculptor.commissions)],
            .work: [toOne(\Work.artist), toOptionalMany(\Work.topics), toOne(\Work.frame)],
            .topic: [toMany(\Topic.works), toMany(\Topic.badges)],
            .frame: [toRequiredOne(\Frame.work)],
            .commission: [toOne(\Commission.sculptor)],
            .gallery: [toMany(\Gallery.shown), toOne(\Gallery.patron), toMany(\Gallery.rooms)],
            .room: [toOne(\Room.gallery)],
            .badge: [toOne(\Badge.holder), toMany(\Badge.topics)],
            .jury: [toOptionalMany(\Jury.jurors)],
            .juror: [toOne(\Juror.jury)],
        ]
    }

    /// A new model in no context.
    func make(_ entity: ScriptEntity, _ values: [ScriptValue], of owner: (any PersistentModel)?) -> any PersistentModel
    {
        func value<Value: ScriptConvertible>(_ index: Int) -> Value {
            values.indices.contains(index) ? Value(values[index]) ?? .blank : .blank
        }
        switch entity {
        case .artist: return Artist(name: value(0), age: value(1), motto: value(2))
        case .sculptor: return Sculptor(name: value(0), age: value(1), motto: value(2), marble: value(3))
        case .work: return Work(title: value(0), price: value(1))
        case .topic: return Topic(word: value(0))
        case .frame: return Frame(material: value(0), work: owner as? Work ?? Work(title: "", price: nil))
        case .commission: return Commission(sum: value(0))
        case .gallery: return Gallery(town: value(0))
        case .room: return Room(number: value(0))
        case .badge: return Badge(code: value(0), colour: value(1))
        case .jury: return Jury(prize: value(0))
        case .juror: return Juror(name: value(0))
        }
    }

    /// Fetches the models of an entity.
    func fetch(_ entity: ScriptEntity, _ context: ModelContext) throws -> [any PersistentModel] {
        func fetchAll<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
            let models = try context.fetch(FetchDescriptor<Model>())
            let count = try context.fetchCount(FetchDescriptor<Model>())
            guard count == models.count else {
                throw ScriptDisagreement("fetchCount says \(count), fetch finds \(models.count) of \(entity)")
            }
            return models
        }
        let type: any PersistentModel.Type = Self.type(of: entity)
        return try fetchAll(type)
    }

    /// Deletes a model.
    func delete(_ model: any PersistentModel, _ context: ModelContext) {
        func deleteOne<Model: PersistentModel>(_ model: Model) { context.delete(model) }
        deleteOne(model)
    }

    /// Inserts a model.
    func insert(_ model: any PersistentModel, _ context: ModelContext) {
        func insertOne<Model: PersistentModel>(_ model: Model) { context.insert(model) }
        insertOne(model)
    }
}

// MARK: - Batch deletions

extension ScriptDoors {
    /// A deletion of models by the value of an attribute.
    struct Batch: Sendable {
        let name: String
        let delete: @Sendable (ModelContext, ScriptValue, Bool) throws -> Void
    }

    /// The batch deletion of each entity.
    static let batches: [String: Batch] = [
        "artist": Batch(name: "age") { context, value, subclasses in
            guard let age = Int(value) else { return }
            try context.delete(
                model: Artist.self,
                where: #Predicate { artist in artist.age == age },
                includeSubclasses: subclasses
            )
        },
        "work": Batch(name: "title") { context, value, subclasses in
            guard let title = String(value) else { return }
            try context.delete(
                model: Work.self,
                where: #Predicate { work in work.title == title },
                includeSubclasses: subclasses
            )
        },
        "topic": Batch(name: "word") { context, value, _ in
            guard let word = String(value) else { return }
            try context.delete(model: Topic.self, where: #Predicate { topic in topic.word == word })
        },
        "gallery": Batch(name: "town") { context, value, _ in
            guard let town = String(value) else { return }
            try context.delete(model: Gallery.self, where: #Predicate { gallery in gallery.town == town })
        },
        "juror": Batch(name: "name") { context, value, _ in
            guard let name = String(value) else { return }
            try context.delete(model: Juror.self, where: #Predicate { juror in juror.name == name })
        },
        "badge": Batch(name: "colour") { context, value, _ in
            guard let colour = String(value) else { return }
            try context.delete(model: Badge.self, where: #Predicate { badge in badge.colour == colour })
        },
    ]
}
