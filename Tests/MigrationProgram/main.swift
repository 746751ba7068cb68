// The program that tests stop in the middle of a migration.
print("ready")
