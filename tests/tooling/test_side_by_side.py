"""`./run test`: its steps, that they run side by side, and their report."""

import json
import sys
import time
from pathlib import Path

import pytest

from tools import checks, coverage_floor, side_by_side
from tools.project import ROOT
from tools.side_by_side import Step


def step(title: str, code: str, *, weight: int = 1) -> Step:
    return Step(title, [sys.executable, "-c", code], weight=weight)


def test_every_step_runs_and_failure_is_told_when_an_early_one_fails(capsys: pytest.CaptureFixture[str]) -> None:
    without = Step("Without", ["not-called"], skipped=lambda: "the tool is missing.")

    assert side_by_side.run([step("Bad", "raise SystemExit(3)"), step("Good", ""), without]) == 1

    summary = capsys.readouterr().out.partition("=====")[2].split("\n")
    assert [line.split()[:2] for line in summary[2:6]] == [
        ["FAILED", "Bad"],
        ["ok", "Good"],
        ["skipped", "Without"],
        ["FAILED", "Everything"],
    ]


def test_run_is_good_when_every_step_is() -> None:
    assert side_by_side.run([step("One", ""), step("Two", "")]) == 0


def test_steps_run_at_the_same_time(tmp_path: Path) -> None:
    """Each waits for a file of the other: in sequence, the first would wait in vain."""
    wait = "import pathlib, time\npathlib.Path({mine!r}).touch()\nfor _ in range(600):\n"
    wait += "    if pathlib.Path({other!r}).exists(): break\n    time.sleep(0.05)\nelse: raise SystemExit(1)"
    one, two = str(tmp_path / "one"), str(tmp_path / "two")

    both = [step("One", wait.format(mine=one, other=two)), step("Two", wait.format(mine=two, other=one))]
    assert side_by_side.run(both, lanes=2) == 0


def test_heavy_steps_start_first_and_no_more_than_there_are_lanes(tmp_path: Path) -> None:
    note = f"open({str(tmp_path / 'order')!r}, 'a').write('{{}} ')"

    side_by_side.run([step(str(weight), note.format(weight), weight=weight) for weight in (1, 30, 5)], lanes=1)

    assert (tmp_path / "order").read_text().split() == ["30", "5", "1"]


def test_last_step_waits_for_all_others(tmp_path: Path) -> None:
    made = str(tmp_path / "made")
    slow = step("Slow", f"import time; time.sleep(0.5); open({made!r}, 'w')")
    last = Step("Last", [sys.executable, "-c", f"open({made!r})"], weight=99, last=True)

    assert side_by_side.run([last, slow, step("Quick", "")], lanes=3) == 0


def test_what_a_step_says_stands_together_below_its_heading(capfd: pytest.CaptureFixture[str]) -> None:
    speak = "import sys, time\nprint('first', flush=True)\ntime.sleep(0.2)\nprint('second', file=sys.stderr)"

    side_by_side.run([step("One", speak), step("Two", speak)], lanes=2)

    said = capfd.readouterr().out
    assert said.count("first\nsecond") == 2


def test_step_by_itself_speaks_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    side_by_side.run([step("One", "print('heard')")])

    assert "--- One" in capfd.readouterr().out.partition("heard")[0]


def test_environment_of_the_run_reaches_every_step() -> None:
    demand = "import os; raise SystemExit(os.environ['WANTED'] != 'yes')"

    assert side_by_side.run([step("One", demand), step("Two", demand)], {"WANTED": "yes"}) == 0


def test_processor_time_of_a_step_is_told_and_waiting_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    side_by_side.run([step("Waits", "import time; time.sleep(1)")])

    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("ok       Waits"))
    clock, processor = (float(part) for part in line.split()[2::2])
    assert processor < clock
    assert clock >= 1


def test_steps_end_with_a_run_that_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by Ctrl-C: no process keeps on testing behind the prompt."""
    late = tmp_path / "late"
    glances = iter([None])

    def interrupted(seconds: float) -> None:
        if next(glances, "over") == "over":
            raise KeyboardInterrupt

    monkeypatch.setattr("tools.side_by_side.time.sleep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        side_by_side.run([step("Slow", f"import time; time.sleep(1); open({str(late)!r}, 'w')"), step("Other", "")])
    monkeypatch.undo()
    time.sleep(1.5)
    assert not late.exists()


def test_every_folder_of_tests_belongs_to_a_step() -> None:
    named = {part for each in checks.steps_of_tests() for part in each.command if part.startswith("tests/")}
    folders = {str(path.parent.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}

    def covered(folder: str) -> bool:
        return any(folder == part or folder.startswith(f"{part}/") for part in named)

    assert sorted(folder for folder in folders if not covered(folder)) == []


def test_whole_run_is_measured_and_a_fast_one_is_not() -> None:
    def measured(steps: list[Step]) -> list[str]:
        return [each.title for each in steps if "slipcover" in each.command]

    assert measured(checks.every_step()) == ["Tests with the database"]
    assert measured(checks.every_step(fast=True)) == []
    assert [each.title for each in checks.every_step() if each.last] == ["Coverage"]


@pytest.mark.parametrize(("percent", "code"), [(coverage_floor.FLOOR, 0), (coverage_floor.FLOOR - 0.1, 1), (None, 1)])
def test_layer_below_its_floor_or_not_measured_is_red(
    percent: float | None, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "coverage.json"
    monkeypatch.setattr(coverage_floor, "REPORT", report)
    if percent is not None:
        report.write_text(json.dumps({"summary": {"percent_covered": percent}}))
    assert coverage_floor.main() == code


def test_what_one_step_leaves_out_another_runs() -> None:
    """A folder is left out of one step only because it is a separate step."""
    commands = [each.command for each in checks.steps_of_tests()]
    left_out = {part.removeprefix("--ignore=") for command in commands for part in command if "--ignore=" in part}

    assert left_out <= {part for command in commands for part in command}
