"""A server is killed in the middle of an evening, again and again, and its ledger has all acknowledged entries.

`RACKCHECK_FAULTS=long` goes on for thousands of entries and prints what happened.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from tests.faults.audit import audit
from tests.faults.conftest import LONG, Place
from tests.faults.nursery import Nursery
from tests.faults.phones import Diary, Phone, Watcher, at_once, begin_games, wait_for_count


def test_kill_at_any_moment(servers: Nursery, place: Place, tell: Callable[[str], None]) -> None:
    """Phones enter while the server is killed (SIGKILL) and started again, and no entry is lost or doubled.

    Every acknowledged entry is there once, as the server answered it. A phone that lost an answer sends its entry again
    with the same key, and the entry is there once. Nobody who looks meanwhile sees half an entry.
    """
    phones, tables, each, kills = (12, 12, 250, 60) if LONG else (4, 2, 10, 2)
    dice = random.Random()  # each run kills at other moments
    diary = Diary()
    server = servers.start(environment=place.environment)
    games = begin_games(server.address, diary, tables)
    seats = [games[at % tables :] + games[: at % tables] for at in range(phones)]
    callers = [Phone(f"phone-{at}", server.address, mine, diary) for at, mine in enumerate(seats)]
    watcher = Watcher(server.address, games, diary)
    done = 0
    with at_once(callers, each, [watcher]) as going:
        for number in range(1, kills + 1):
            wait_for_count(diary, number * phones * each // (kills + 1), going)
            time.sleep(dice.uniform(0, 0.03))
            server.kill()
            done += 1
            server = servers.start(environment=place.environment, port=server.port)
    server.kill()
    held = audit(place.url, diary)
    assert done == kills
    assert watcher.looks > 0
    assert diary.happened["no answer"] > 0, "no phone was ever left without an answer"
    assert held["entries"] + len(diary.refused) == phones * each
    tell(f"{kills} kills; the book holds {held}; answers {dict(diary.happened)}")
