import gc

from datasets.evaluation.timing import compare


def spin(times: int) -> int:
    """Keep the processor busy."""
    return sum(range(times))


def test_slower_work_takes_longer() -> None:
    """Every task is timed by itself, and ten times the work takes clearly longer."""
    found = compare({"light": lambda: spin(2_000), "heavy": lambda: spin(20_000)}, rounds=3, seconds=0.005)
    assert set(found) == {"light", "heavy"}
    assert 0 < 3 * found["light"] < found["heavy"]


def test_the_garbage_collector_is_left_as_it_was() -> None:
    """The collector rests during the measurement and works again after it."""
    seen = []
    assert gc.isenabled()
    compare({"look": lambda: seen.append(gc.isenabled())}, rounds=1, seconds=0.0)
    assert gc.isenabled()
    assert seen[-1] is False
