// INTERIM
public final class ModelContext {
    package init() {}
}
