// INTERIM
public final class ModelState {
    package init() {}
}
