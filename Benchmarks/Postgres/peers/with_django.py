"""The workloads on the object-relational mapper of Django, with psycopg 3 below it."""

import django
import psycopg.conninfo
from django.conf import settings

from measuring import *

parts = psycopg.conninfo.conninfo_to_dict(URL)
settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.get("dbname", ""),
            "USER": parts.get("user", ""),
            "HOST": parts.get("host", ""),
            "PORT": parts.get("port", ""),
            "OPTIONS": {"options": "-c search_path=peers"},
        }
    },
    USE_TZ=True,
    TIME_ZONE="UTC",
)
django.setup()

from django.db import connection, models  # noqa: E402  (after the settings)


class Dossier(models.Model):
    id = models.BigAutoField(primary_key=True)
    number = models.BigIntegerField()
    name = models.TextField()
    text1 = models.TextField()
    text2 = models.TextField()
    text3 = models.TextField()
    text4 = models.TextField()
    text5 = models.TextField()
    remark = models.TextField(null=True)
    report = models.TextField()
    count1 = models.BigIntegerField()
    count2 = models.IntegerField()
    count3 = models.SmallIntegerField()
    count4 = models.BigIntegerField()
    weight1 = models.FloatField()
    weight2 = models.FloatField()
    weight3 = models.FloatField()
    opened = models.DateTimeField()
    closed = models.DateTimeField(null=True)
    is_open = models.BooleanField()
    token = models.UUIDField()

    class Meta:
        app_label, db_table, managed = "peers", "dossier", False


class Item(models.Model):
    id = models.BigAutoField(primary_key=True)
    number = models.BigIntegerField()
    category = models.BigIntegerField()
    weight = models.FloatField()
    created = models.DateTimeField()
    name = models.TextField()
    remark = models.TextField(null=True)

    class Meta:
        app_label, db_table, managed = "peers", "item", False


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


def main():
    workload, repeats = arguments()

    def fetch():
        return sum(map(sum_of_row, list(Dossier.objects.order_by("id"))))

    def look_up():
        return sum(sum_of_row(Dossier.objects.get(pk=key)) for key in KEYS)

    def empty():
        execute("TRUNCATE item RESTART IDENTITY")

    match workload:
        case "fetch":
            measure("Django", workload, repeats, fetch)
        case "key":
            measure("Django", workload, repeats, look_up, divisor=LOOKUPS)
        case "insert":
            values = items()

            def insert_objects():
                Item.objects.bulk_create([Item(**value) for value in values])
                return 0

            measure("Django", workload, repeats, insert_objects, empty, lambda: execute(SUM_OF_ITEMS))
        case "writers":
            empty()
            Item.objects.bulk_create([Item(**value) for value in writers_items()])

            def save(key):
                # Each thread has a connection of its own in Django.
                item = Item.objects.get(pk=key)

                def change(weight):
                    item.weight = weight
                    item.save(update_fields=["weight"])

                return change

            measure_writers("Django", repeats, save, lambda: execute("SELECT sum(weight) FROM item"))


main()
