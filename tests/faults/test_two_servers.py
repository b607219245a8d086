"""Two servers keep one ledger together, while one of them is killed again and again."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.audit import audit
from tests.faults.conftest import LONG, Place
from tests.faults.nursery import Nursery
from tests.faults.phones import Diary, Phone, Watcher, at_once, begin_games, wait_for_count


def test_two_servers_keep_one_book(servers: Nursery, place: Place, tell: Callable[[str], None]) -> None:
    """Both servers begin on nothing at once, and phones of both enter into the same games.

    Meanwhile one server is killed and started again. The phones of the other always get an answer, and each phone sees
    the entries made at the other server.
    """
    phones, each, kills = (12, 100, 20) if LONG else (4, 6, 1)
    started = [servers.begin("--port", "0", environment=place.environment) for _ in range(2)]
    first, second = [servers.ready(one) for one in started]
    diary, calm = Diary(), Diary()
    games = begin_games(first.address, diary, 2)
    calm.newest.update(diary.newest)
    shaken = [Phone(f"first-{at}", first.address, games, diary) for at in range(phones // 2)]
    spared = [Phone(f"second-{at}", second.address, games, calm) for at in range(phones // 2)]
    watchers = [Watcher(first.address, games, diary), Watcher(second.address, games, calm)]
    with at_once([*shaken, *spared], each, watchers) as going:
        for number in range(1, kills + 1):
            wait_for_count(diary, number * len(shaken) * each // (kills + 1), going)
            first.kill()
            first = servers.start(environment=place.environment, port=first.port)
    for server in (first, second):
        server.kill()
    assert calm.happened["no answer"] == 0
    together = Diary(
        acknowledged=diary.acknowledged + calm.acknowledged,
        sent=diary.sent | calm.sent,
        refused=diary.refused | calm.refused,
        wrong=diary.wrong + calm.wrong,
    )
    held = audit(place.url, together)
    assert held["entries"] + len(together.refused) == 2 * len(shaken) * each
    tell(
        f"{kills} kills of one of two; the book holds {held}; answers {dict(diary.happened)} and {dict(calm.happened)}"
    )
