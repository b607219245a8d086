"""Measure the rules against other mahjong packages in one run: winner test, verdict, near hands, card, batch.

Needs the packages of requirements/bench.txt. Prints medians over several rounds, and how many evaluations of a winning
hand by `mahjong` each takes; exits with 1 where one takes more than it should.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from datasets.timing import Task, compare
from rules.card import FOLDER, load_card, parse_card
from rules.card_index import CardIndex
from rules.claim import WinClaim, is_winner, judge
from rules.hand import parse_rack
from rules.ruleset import load_ruleset
from service.cli import main as rackcheck

CARD = "nmjl-1976"
SLOPE = "2C J 2C 3C 4C F 2C 3C 4C F 3C 4C 3C 4C"
RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
LOST = "2C 2C J 2C 3C 3C 3C 9D 4C 4C E F F 4C"
MOST = {"winner test": 0.12, "full verdict": 2.0, "ten nearest hands": 25.0}
"""Evaluations by `mahjong` that each may take."""
MOST_SECONDS_A_CARD = 0.050
LEAST_RACKS_A_SECOND = 5_000


def peers() -> dict[str, Task]:
    """One evaluation of a winning hand by each of the other packages."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - told below where it is missing
        from mahjong.tile import TilesConverter  # noqa: PLC0415
        from MahjongGB import MahjongFanCalculator  # noqa: PLC0415
    except ImportError as error:
        sys.exit(f"{error.name} is missing: pip install -r requirements/bench.txt")
    tiles = TilesConverter.string_to_136_array(man="22444", pin="333567", sou="444")
    winning = TilesConverter.string_to_136_array(sou="4")[0]
    calculator = HandCalculator()
    hand = ("W2", "W2", "W4", "W4", "W4", "B3", "B3", "B3", "B5", "B6", "B7", "T4", "T4")
    return {
        "mahjong": lambda: calculator.estimate_hand_value(tiles, winning),
        "PyMahjongGB": lambda: MahjongFanCalculator((), hand, "T4", 0, True, False, False, False, 0, 0),
    }


def ours() -> dict[str, Task]:
    """What is measured here; the card is compiled once, as at a table."""
    card, ruleset = load_card(CARD), load_ruleset(CARD)
    slope, rack, lost = map(parse_rack, (SLOPE, RACK, LOST))
    text = (FOLDER / f"{CARD}.toml").read_text(encoding="utf-8")
    jokers = ruleset.jokers
    if jokers is None:
        sys.exit(f"{CARD} is played without jokers")
    return {
        "winner test": partial(is_winner, slope, card, ruleset),
        "full verdict": lambda: judge(WinClaim(rack), card, ruleset, near=0),
        "ten nearest hands": lambda: judge(WinClaim(lost), card, ruleset, near=10),
        "card of 75 lines": lambda: CardIndex(parse_card(text), jokers),
    }


def racks_a_second(count: int) -> float:
    """Racks a second of processor time of `check --batch` in this process, reading and printing included."""
    racks = (SLOPE, RACK, LOST, "NNNN SSSS FFF FFF", "11223344556677B", "1B 3C 5D 7B 9C NEWS RG FF J")
    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder) / "racks.jsonl", Path(folder) / "answers.jsonl"
        lines = [json.dumps({"id": number, "rack": racks[number % len(racks)]}) for number in range(count)]
        questions.write_text("\n".join(lines) + "\n", encoding="utf-8")
        arguments, output = sys.argv, sys.stdout
        sys.argv = ["rackcheck", "check", "--card", CARD, "--batch", str(questions)]
        with answers.open("w", encoding="utf-8") as sys.stdout:
            start = time.process_time()
            try:
                rackcheck()
            except SystemExit as end:
                status = end.code
            else:
                status = None
            taken = time.process_time() - start
        sys.argv, sys.stdout = arguments, output
        if status or len(answers.read_text(encoding="utf-8").splitlines()) != count:
            sys.exit(f"check --batch failed with status {status}")
    return count / taken


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of which the median is taken")
    parser.add_argument("--racks", type=int, default=20_000, help="racks of the batch")
    arguments = parser.parse_args()
    found = compare({**peers(), **ours()}, rounds=arguments.rounds)
    late = []
    print(f"{'':22}{'one call':>12}{'/ mahjong':>11}{'/ PyMahjongGB':>15}{'at most':>10}")
    for name, seconds in found.items():
        ratio = seconds / found["mahjong"]
        most = MOST.get(name)
        shown = f"{seconds * 1e6:10.1f}us{ratio:11.3f}{seconds / found['PyMahjongGB']:15.3f}"
        print(f"{name:22}{shown}{'' if most is None else f'{most:10.2f}'}")
        if most is not None and ratio > most:
            late.append(name)
    if found["card of 75 lines"] > MOST_SECONDS_A_CARD:
        late.append("card of 75 lines")
    batch = racks_a_second(arguments.racks)
    print(f"check --batch: {batch:,.0f} racks a second (at least {LEAST_RACKS_A_SECOND:,})")
    if batch < LEAST_RACKS_A_SECOND:
        late.append("check --batch")
    if late:
        sys.exit(f"too slow: {', '.join(late)}")


if __name__ == "__main__":
    main()
