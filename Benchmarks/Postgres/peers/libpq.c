// The workloads in C, on libpq: prepared statements, parameters and results in the binary form.
//
// Usage: libpq WORKLOAD REPEATS      (OPENSWIFTDATA_POSTGRES_URL is the connection string)
//
// Each workload prints a line of JSON for each way of doing it.

#include <libpq-fe.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INT8 = 20, INT8_ARRAY = 1016, TEXT = 25, TEXT_ARRAY = 1009, DOUBLE = 701, DOUBLE_ARRAY = 1022 };
enum { TIMESTAMPTZ = 1184, TIMESTAMPTZ_ARRAY = 1185 };
enum { ROWS = 1000, INSERTED = 10000, LOOKUPS = 1000, WRITERS = 8, WARM_UPS = 2 };

/// Microseconds from the server's epoch, the year 2000, to the year 2001.
static const int64_t epoch_offset = 31622400000000;

// Failures and time

static void fail(PGconn *connection, const char *what) {
    fprintf(stderr, "libpq: %s: %s", what, PQerrorMessage(connection));
    exit(1);
}

static PGconn *connect_to_server(void) {
    const char *url = getenv("OPENSWIFTDATA_POSTGRES_URL");
    PGconn *connection = PQconnectdb(url ? url : "");
    if (PQstatus(connection) != CONNECTION_OK) fail(connection, "no connection");
    return connection;
}

static PGresult *checked(PGconn *connection, PGresult *result, const char *what) {
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_COPY_IN: return result;
    default: fail(connection, what);
    }
    return NULL;
}

static void run(PGconn *connection, const char *sql) { PQclear(checked(connection, PQexec(connection, sql), sql)); }

static void prepare(PGconn *connection, const char *name, const char *sql, int count, const Oid *types) {
    PQclear(checked(connection, PQprepare(connection, name, sql, count, types), sql));
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

/// The work of one repeat; it returns a sum over what it has read or written.
typedef int64_t (*Work)(PGconn *connection);

/// Measures some work and prints its line. What comes before each repeat is not measured.
static void measure(const char *peer, const char *workload, int repeats, PGconn *connection, Work before, Work work,
                    Work after, double divisor) {
    double *times = calloc(repeats, sizeof(double));
    int64_t sum = 0;
    for (int repeat = -WARM_UPS; repeat < repeats; repeat++) {
        if (before) before(connection);
        double start = milliseconds();
        sum = work(connection);
        double taken = milliseconds() - start;
        if (repeat >= 0) times[repeat] = taken / divisor;
        if (after) sum = after(connection);
    }
    qsort(times, repeats, sizeof(double), ascending);
    double median = (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
    printf("{\"peer\": \"%s\", \"workload\": \"%s\", \"median\": %.6f, \"minimum\": %.6f, \"repeats\": %d, \"sum\": %lld}\n",
           peer, workload, median, times[0], repeats, (long long)sum);
    free(times);
}

// Values in the order of the network

static int64_t int64_at(const char *bytes) {
    uint64_t number;
    memcpy(&number, bytes, 8);
    return (int64_t)__builtin_bswap64(number);
}

static int64_t int32_at(const char *bytes) {
    uint32_t number;
    memcpy(&number, bytes, 4);
    return (int32_t)__builtin_bswap32(number);
}

static int64_t int16_at(const char *bytes) { return (int16_t)(((uint8_t)bytes[0] << 8) | (uint8_t)bytes[1]); }

static double double_at(const char *bytes) {
    int64_t bits = int64_at(bytes);
    double number;
    memcpy(&number, &bits, 8);
    return number;
}

/// Days since the beginning of 2001.
static int64_t days_at(const char *bytes) { return (int64_at(bytes) - epoch_offset) / 86400000000LL; }

static void put_int32(char *to, int32_t number) {
    uint32_t swapped = __builtin_bswap32((uint32_t)number);
    memcpy(to, &swapped, 4);
}

static void put_int64(char *to, int64_t number) {
    uint64_t swapped = __builtin_bswap64((uint64_t)number);
    memcpy(to, &swapped, 8);
}

static void put_double(char *to, double number) {
    int64_t bits;
    memcpy(&bits, &number, 8);
    put_int64(to, bits);
}

// Dossiers

#define DOSSIER_COLUMNS                                                                                                \
    "id, number, name, text1, text2, text3, text4, text5, remark, report, count1, count2, count3, count4, weight1, "    \
    "weight2, weight3, opened, closed, is_open, token"

/// Reads all values of a row where they are.
static int64_t sum_of_row(const PGresult *result, int row) {
    int64_t sum = int64_at(PQgetvalue(result, row, 1));
    for (int column = 2; column <= 9; column++) sum += PQgetlength(result, row, column);
    sum += int64_at(PQgetvalue(result, row, 10)) + int32_at(PQgetvalue(result, row, 11));
    sum += int16_at(PQgetvalue(result, row, 12)) + int64_at(PQgetvalue(result, row, 13));
    for (int column = 14; column <= 16; column++) sum += (int64_t)double_at(PQgetvalue(result, row, column));
    sum += days_at(PQgetvalue(result, row, 17));
    if (!PQgetisnull(result, row, 18)) sum += days_at(PQgetvalue(result, row, 18));
    sum += PQgetvalue(result, row, 19)[0];
    return sum + (uint8_t)PQgetvalue(result, row, 20)[0];
}

static PGresult *fetch_all(PGconn *connection) {
    return checked(connection, PQexecPrepared(connection, "all", 0, NULL, NULL, NULL, 1), "fetch");
}

static int64_t fetch_in_place(PGconn *connection) {
    PGresult *result = fetch_all(connection);
    int64_t sum = 0;
    for (int row = 0; row < PQntuples(result); row++) sum += sum_of_row(result, row);
    PQclear(result);
    return sum;
}

/// A row with texts of its own.
struct Dossier {
    int64_t id, number, count1, count4;
    int32_t count2;
    int16_t count3;
    double weight1, weight2, weight3;
    int64_t opened, closed;
    int has_closed, is_open;
    uint8_t token[16];
    /// From `name` to `report`.
    char *texts[8];
};

static struct Dossier *make_dossier(const PGresult *result, int row) {
    struct Dossier *dossier = malloc(sizeof(struct Dossier));
    dossier->id = int64_at(PQgetvalue(result, row, 0));
    dossier->number = int64_at(PQgetvalue(result, row, 1));
    for (int text = 0; text < 8; text++) {
        int null = PQgetisnull(result, row, text + 2);
        dossier->texts[text] = null ? NULL : strdup(PQgetvalue(result, row, text + 2));
    }
    dossier->count1 = int64_at(PQgetvalue(result, row, 10));
    dossier->count2 = int32_at(PQgetvalue(result, row, 11));
    dossier->count3 = int16_at(PQgetvalue(result, row, 12));
    dossier->count4 = int64_at(PQgetvalue(result, row, 13));
    dossier->weight1 = double_at(PQgetvalue(result, row, 14));
    dossier->weight2 = double_at(PQgetvalue(result, row, 15));
    dossier->weight3 = double_at(PQgetvalue(result, row, 16));
    dossier->opened = days_at(PQgetvalue(result, row, 17));
    dossier->has_closed = !PQgetisnull(result, row, 18);
    dossier->closed = dossier->has_closed ? days_at(PQgetvalue(result, row, 18)) : 0;
    dossier->is_open = PQgetvalue(result, row, 19)[0];
    memcpy(dossier->token, PQgetvalue(result, row, 20), 16);
    return dossier;
}

static int64_t sum_of_dossier(const struct Dossier *dossier) {
    int64_t sum = dossier->number + dossier->count1 + dossier->count2 + dossier->count3 + dossier->count4;
    for (int text = 0; text < 8; text++) sum += dossier->texts[text] ? (int64_t)strlen(dossier->texts[text]) : 0;
    sum += (int64_t)dossier->weight1 + (int64_t)dossier->weight2 + (int64_t)dossier->weight3;
    return sum + dossier->opened + dossier->closed + dossier->is_open + dossier->token[0];
}

static int64_t fetch_structures(PGconn *connection) {
    static struct Dossier *dossiers[ROWS];
    PGresult *result = fetch_all(connection);
    int count = PQntuples(result) < ROWS ? PQntuples(result) : ROWS;
    for (int row = 0; row < count; row++) dossiers[row] = make_dossier(result, row);
    PQclear(result);
    int64_t sum = 0;
    for (int row = 0; row < count; row++) {
        sum += sum_of_dossier(dossiers[row]);
        for (int text = 0; text < 8; text++) free(dossiers[row]->texts[text]);
        free(dossiers[row]);
    }
    return sum;
}

static int64_t look_up(PGconn *connection) {
    int64_t sum = 0;
    for (int lookup = 0; lookup < LOOKUPS; lookup++) {
        char key[8];
        put_int64(key, (int64_t)lookup * 7919 % ROWS + 1);
        const char *values[] = {key};
        int lengths[] = {8}, formats[] = {1};
        PGresult *result =
            checked(connection, PQexecPrepared(connection, "one", 1, values, lengths, formats, 1), "a row by its key");
        sum += sum_of_row(result, 0);
        PQclear(result);
    }
    return sum;
}

// Items

#define ITEM_COLUMNS "number, category, weight, created, name, remark"

struct Item {
    int64_t number, category, created;
    double weight;
    char name[32], remark[48];
    int has_remark;
};

static struct Item items[INSERTED];

static void make_items(void) {
    for (int64_t n = 0; n < INSERTED; n++) {
        struct Item *item = &items[n];
        item->number = n;
        item->category = n * 7919 % 200;
        item->weight = n / 1024.0;
        item->created = epoch_offset + n * 3600000000LL + 250000;
        snprintf(item->name, sizeof item->name, "item %lld", (long long)n);
        item->has_remark = n % 3 != 0;
        snprintf(item->remark, sizeof item->remark, "a remark on the item %lld", (long long)n);
    }
}

static int64_t empty_items(PGconn *connection) {
    run(connection, "TRUNCATE item RESTART IDENTITY");
    return 0;
}

/// What the table has, which is asked when the clock stands.
static int64_t sum_of_items(PGconn *connection) {
    PGresult *result = checked(
        connection,
        PQexec(connection, "SELECT sum(number + 3 * category + floor(weight)::bigint + floor(extract(epoch FROM created))::bigint "
                           "+ 7 * length(name) + 11 * coalesce(length(remark), 0))::bigint FROM item"),
        "the sum of the items");
    int64_t sum = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return sum;
}

struct Bytes {
    char *start;
    size_t count, capacity;
};

static char *grow(struct Bytes *bytes, size_t count) {
    if (bytes->count + count > bytes->capacity) {
        bytes->capacity = 2 * (bytes->count + count);
        bytes->start = realloc(bytes->start, bytes->capacity);
    }
    bytes->count += count;
    return bytes->start + bytes->count - count;
}

static void put_sized_int64(struct Bytes *bytes, int64_t number) {
    char *to = grow(bytes, 12);
    put_int32(to, 8);
    put_int64(to + 4, number);
}

static void put_sized_double(struct Bytes *bytes, double number) {
    char *to = grow(bytes, 12);
    put_int32(to, 8);
    put_double(to + 4, number);
}

static void put_sized_text(struct Bytes *bytes, const char *text) {
    int32_t length = text ? (int32_t)strlen(text) : -1;
    put_int32(grow(bytes, 4), length);
    if (text) memcpy(grow(bytes, length), text, length);
}

static void put_array_header(struct Bytes *bytes, Oid element) {
    char *to = grow(bytes, 20);
    put_int32(to, 1);
    put_int32(to + 4, 1);
    put_int32(to + 8, (int32_t)element);
    put_int32(to + 12, INSERTED);
    put_int32(to + 16, 1);
}

static int64_t insert_by_unnest(PGconn *connection) {
    static const Oid elements[] = {INT8, INT8, DOUBLE, TIMESTAMPTZ, TEXT, TEXT};
    struct Bytes arrays[6] = {0};
    for (int column = 0; column < 6; column++) put_array_header(&arrays[column], elements[column]);
    for (int n = 0; n < INSERTED; n++) {
        const struct Item *item = &items[n];
        put_sized_int64(&arrays[0], item->number);
        put_sized_int64(&arrays[1], item->category);
        put_sized_double(&arrays[2], item->weight);
        put_sized_int64(&arrays[3], item->created);
        put_sized_text(&arrays[4], item->name);
        put_sized_text(&arrays[5], item->has_remark ? item->remark : NULL);
    }
    const char *values[6];
    int lengths[6], formats[6];
    for (int column = 0; column < 6; column++) {
        values[column] = arrays[column].start;
        lengths[column] = (int)arrays[column].count;
        formats[column] = 1;
    }
    PQclear(checked(connection, PQexecPrepared(connection, "unnest", 6, values, lengths, formats, 1), "unnest"));
    for (int column = 0; column < 6; column++) free(arrays[column].start);
    return INSERTED;
}

static int64_t insert_by_copy(PGconn *connection) {
    PQclear(checked(connection, PQexec(connection, "COPY item (" ITEM_COLUMNS ") FROM STDIN (FORMAT binary)"), "COPY"));
    struct Bytes bytes = {0};
    memcpy(grow(&bytes, 19), "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
    for (int n = 0; n < INSERTED; n++) {
        const struct Item *item = &items[n];
        memcpy(grow(&bytes, 2), "\0\6", 2);
        put_sized_int64(&bytes, item->number);
        put_sized_int64(&bytes, item->category);
        put_sized_double(&bytes, item->weight);
        put_sized_int64(&bytes, item->created);
        put_sized_text(&bytes, item->name);
        put_sized_text(&bytes, item->has_remark ? item->remark : NULL);
        if (bytes.count > 65536 || n == INSERTED - 1) {
            if (PQputCopyData(connection, bytes.start, (int)bytes.count) != 1) fail(connection, "COPY");
            bytes.count = 0;
        }
    }
    if (PQputCopyData(connection, "\377\377", 2) != 1 || PQputCopyEnd(connection, NULL) != 1) fail(connection, "COPY");
    PGresult *result;
    while ((result = PQgetResult(connection))) PQclear(checked(connection, result, "the end of COPY"));
    free(bytes.start);
    return INSERTED;
}

static int64_t insert_one_by_one(PGconn *connection) {
    run(connection, "BEGIN");
    for (int n = 0; n < INSERTED; n++) {
        const struct Item *item = &items[n];
        char number[8], category[8], weight[8], created[8];
        put_int64(number, item->number);
        put_int64(category, item->category);
        put_double(weight, item->weight);
        put_int64(created, item->created);
        const char *values[] = {number, category, weight, created, item->name, item->has_remark ? item->remark : NULL};
        int lengths[] = {8, 8, 8, 8, (int)strlen(item->name), (int)strlen(item->remark)};
        int formats[] = {1, 1, 1, 1, 1, 1};
        PQclear(checked(connection, PQexecPrepared(connection, "insert", 6, values, lengths, formats, 1), "insert"));
    }
    run(connection, "COMMIT");
    return INSERTED;
}

// Writers

static double deadline;

struct Writer {
    pthread_t thread;
    int number;
    int64_t saves;
};

/// Changes one row of its own, each time in a transaction of its own.
static void *write_until_the_end(void *argument) {
    struct Writer *writer = argument;
    PGconn *connection = connect_to_server();
    run(connection, "SET search_path TO peers");
    prepare(connection, "change", "UPDATE item SET weight = $1 WHERE id = $2", 2, (Oid[]){DOUBLE, INT8});
    while (milliseconds() < deadline) {
        char weight[8], key[8];
        put_double(weight, (double)++writer->saves);
        put_int64(key, writer->number + 1);
        const char *values[] = {weight, key};
        int lengths[] = {8, 8}, formats[] = {1, 1};
        PQclear(checked(connection, PQexecPrepared(connection, "change", 2, values, lengths, formats, 1), "update"));
    }
    PQfinish(connection);
    return NULL;
}

static void measure_writers(PGconn *connection, double seconds) {
    empty_items(connection);
    run(connection, "INSERT INTO item (" ITEM_COLUMNS ") SELECT n, n, 0, now(), 'item', NULL FROM generate_series(0, 7) n");
    struct Writer writers[WRITERS] = {0};
    double start = milliseconds();
    deadline = start + seconds * 1e3;
    for (int n = 0; n < WRITERS; n++) {
        writers[n].number = n;
        pthread_create(&writers[n].thread, NULL, write_until_the_end, &writers[n]);
    }
    int64_t saves = 0;
    for (int n = 0; n < WRITERS; n++) {
        pthread_join(writers[n].thread, NULL);
        saves += writers[n].saves;
    }
    double rate = saves / (milliseconds() - start) * 1e3;
    // Every save is in the table.
    PGresult *result = checked(connection, PQexec(connection, "SELECT sum(weight)::bigint FROM item"), "the saves");
    int64_t stored = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    printf("{\"peer\": \"libpq\", \"workload\": \"writers\", \"rate\": %.1f, \"lost\": %lld}\n", rate,
           (long long)(saves - stored));
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: libpq fetch|key|insert|writers REPEATS (seconds for writers)\n");
        return 2;
    }
    const char *workload = arguments[1];
    int repeats = atoi(arguments[2]);
    if (repeats < 1) repeats = 1;
    PGconn *connection = connect_to_server();
    run(connection, "SET search_path TO peers");
    if (strcmp(workload, "fetch") == 0) {
        prepare(connection, "all", "SELECT " DOSSIER_COLUMNS " FROM dossier ORDER BY id", 0, NULL);
        measure("libpq", "fetch", repeats, connection, NULL, fetch_in_place, NULL, 1);
        measure("libpq, structures", "fetch", repeats, connection, NULL, fetch_structures, NULL, 1);
    } else if (strcmp(workload, "key") == 0) {
        prepare(connection, "one", "SELECT " DOSSIER_COLUMNS " FROM dossier WHERE id = $1", 1, (Oid[]){INT8});
        measure("libpq", "key", repeats, connection, NULL, look_up, NULL, LOOKUPS);
    } else if (strcmp(workload, "insert") == 0) {
        make_items();
        prepare(connection, "unnest",
                "INSERT INTO item (" ITEM_COLUMNS ") SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::float8[], "
                "$4::timestamptz[], $5::text[], $6::text[])",
                6, (Oid[]){INT8_ARRAY, INT8_ARRAY, DOUBLE_ARRAY, TIMESTAMPTZ_ARRAY, TEXT_ARRAY, TEXT_ARRAY});
        prepare(connection, "insert", "INSERT INTO item (" ITEM_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6)", 6,
                (Oid[]){INT8, INT8, DOUBLE, TIMESTAMPTZ, TEXT, TEXT});
        measure("libpq, unnest", "insert", repeats, connection, empty_items, insert_by_unnest, sum_of_items, 1);
        measure("libpq, COPY", "insert", repeats, connection, empty_items, insert_by_copy, sum_of_items, 1);
        measure("libpq, one by one", "insert", repeats, connection, empty_items, insert_one_by_one, sum_of_items, 1);
    } else if (strcmp(workload, "writers") == 0) {
        measure_writers(connection, repeats);
    } else {
        fprintf(stderr, "libpq: no such workload: %s\n", workload);
        return 2;
    }
    PQfinish(connection);
    return 0;
}
