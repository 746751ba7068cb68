"""The workloads on the object-relational mapper of SQLAlchemy, with psycopg 3 below it."""

import datetime
import uuid

from sqlalchemy import (
    BigInteger, DateTime, Double, Identity, Integer, SmallInteger, Text, Uuid, create_engine, insert, select, text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from measuring import *


class Base(DeclarativeBase):
    type_annotation_map = {
        int: BigInteger,
        float: Double,
        str: Text,
        datetime.datetime: DateTime(timezone=True),
        uuid.UUID: Uuid,
    }


class Dossier(Base):
    __tablename__ = "dossier"
    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    number: Mapped[int]
    name: Mapped[str]
    text1: Mapped[str]
    text2: Mapped[str]
    text3: Mapped[str]
    text4: Mapped[str]
    text5: Mapped[str]
    remark: Mapped[str | None]
    report: Mapped[str]
    count1: Mapped[int]
    count2: Mapped[int] = mapped_column(Integer)
    count3: Mapped[int] = mapped_column(SmallInteger)
    count4: Mapped[int]
    weight1: Mapped[float]
    weight2: Mapped[float]
    weight3: Mapped[float]
    opened: Mapped[datetime.datetime]
    closed: Mapped[datetime.datetime | None]
    is_open: Mapped[bool]
    token: Mapped[uuid.UUID]


class Item(Base):
    __tablename__ = "item"
    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    number: Mapped[int]
    category: Mapped[int]
    weight: Mapped[float]
    created: Mapped[datetime.datetime]
    name: Mapped[str]
    remark: Mapped[str | None]


def main():
    workload, repeats = arguments()
    url = URL.replace("postgresql:", "postgresql+psycopg:", 1)
    engine = create_engine(url, connect_args={"options": "-c search_path=peers"}, pool_size=WRITERS)

    def fetch():
        with Session(engine) as session:
            return sum(map(sum_of_row, session.scalars(select(Dossier).order_by(Dossier.id)).all()))

    def look_up():
        total = 0
        for key in KEYS:
            with Session(engine) as session:
                total += sum_of_row(session.get(Dossier, key))
        return total

    def empty():
        with engine.begin() as connection:
            connection.execute(text("TRUNCATE item RESTART IDENTITY"))

    def answer(statement):
        with engine.connect() as connection:
            return connection.execute(text(statement)).scalar()

    match workload:
        case "fetch":
            measure("SQLAlchemy", workload, repeats, fetch)
        case "key":
            measure("SQLAlchemy", workload, repeats, look_up, divisor=LOOKUPS)
        case "insert":
            values = items()

            def insert_objects():
                with Session(engine) as session:
                    session.add_all([Item(**value) for value in values])
                    session.commit()
                return 0

            measure("SQLAlchemy", workload, repeats, insert_objects, empty, lambda: answer(SUM_OF_ITEMS))
        case "writers":
            empty()
            with engine.begin() as connection:
                connection.execute(insert(Item), writers_items())

            def save(key):
                session = Session(engine, expire_on_commit=False)
                item = session.get(Item, key)

                def change(weight):
                    item.weight = weight
                    session.commit()

                return change

            measure_writers("SQLAlchemy", repeats, save, lambda: answer("SELECT sum(weight) FROM item"))


main()
