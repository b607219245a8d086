"""`rackcheck doctor`: find faults of this installation, and say how to mend them."""

from __future__ import annotations

from service.commands.display.doctor import show_doctor
from service.commands.support.options import Json
from service.commands.support.output import one_answer


def doctor(*, as_json: Json = False) -> None:
    """Say what is wrong with this installation, and how to mend it.

    Looks at Python and the packages, the networks, OpenCV, a picture whose reading is known, the settings, the data
    folder, the book, certificates, taught sets, the port, the clock and cameras. Nothing is changed. Each line begins
    with ok, with warn for what to look at, or with fail for what does not work, and says what to do. The exit status is
    1 where something fails; it runs even where packages cannot be loaded.
    """
    from service.doctor.examine import examine  # noqa: PLC0415
    from service.doctor.finding import Report  # noqa: PLC0415 - no other command needs it
    from service.shared.version import version  # noqa: PLC0415

    with one_answer(as_json) as output:
        report = Report(version(), tuple(examine()))
        output.answer(report, show_doctor)
        if report.verdict == "fail":
            output.fail()
