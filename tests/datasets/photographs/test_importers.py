"""Importers turn examples of each outside format into the same pictures, and name every fault."""

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.errors import DatasetError
from datasets.photographs.importers.__main__ import main
from datasets.photographs.importers.class_names import COMMON, read_classes
from datasets.photographs.importers.common import scene
from datasets.photographs.importers.voc import read_voc
from datasets.photographs.index import LabelledPhoto, read_index
from vision.reading import TILE_LABELS

SIZE = (200, 100)
BOXES = (
    (10.0, 20.0, 40.0, 60.0, "bamboo-1"),
    (50.0, 20.0, 80.0, 62.0, "honors-red"),
    (90.0, 20.0, 120.0, 60.0, "tile"),
)
MEANT = ["1B", "R", None]


def _picture(path: Path, size: tuple[int, int] = SIZE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), 90, np.uint8))
    return path


def _yolo_line(number: int, box: tuple[float, float, float, float, str]) -> str:
    x0, y0, x1, y1, _ = box
    shares = ((x0 + x1) / 2 / SIZE[0], (y0 + y1) / 2 / SIZE[1], (x1 - x0) / SIZE[0], (y1 - y0) / SIZE[1])
    return " ".join([str(number), *map(str, shares)])


def write_yolo(folder: Path) -> None:
    """Write pictures and labels apart, as exports do: an outline, a box, an empty file, and a picture without one."""
    _picture(folder / "train" / "images" / "a.jpg")
    _picture(folder / "train" / "images" / "empty.jpg")
    _picture(folder / "train" / "images" / "unlabelled.jpg")
    (folder / "classes.txt").write_text("bamboo-1\nhonors-red\ntile\n")
    labels = folder / "train" / "labels"
    labels.mkdir(parents=True)
    lines = [_yolo_line(number, box) for number, box in enumerate(BOXES)]
    lines[2] = "2 0.45 0.2 0.6 0.2 0.6 0.6 0.45 0.6"
    (labels / "a.txt").write_text("\n".join(lines) + "\n")
    (labels / "empty.txt").write_text("")


def write_coco(folder: Path) -> None:
    """Write one COCO file with a crowd, which is not a tile, and a category numbered from 7."""
    _picture(folder / "images" / "a.jpg")
    names = ["bamboo-1", "honors-red", "tile"]
    annotations = [
        {"id": n, "image_id": 5, "category_id": 7 + names.index(name), "bbox": [x0, y0, x1 - x0, y1 - y0]}
        for n, (x0, y0, x1, y1, name) in enumerate(BOXES)
    ]
    crowd = {"id": 9, "image_id": 5, "category_id": 7, "bbox": [0, 0, 200, 100], "iscrowd": 1}
    document = {
        "images": [{"id": 5, "file_name": "a.jpg", "width": SIZE[0], "height": SIZE[1]}],
        "annotations": [*annotations, crowd],
        "categories": [{"id": 7 + n, "name": name} for n, name in enumerate(names)],
    }
    (folder / "labels.json").write_text(json.dumps(document))


def write_voc(folder: Path) -> None:
    """Write an XML file beside its picture."""
    _picture(folder / "a.jpg")
    objects = "".join(
        f"<object><name>{name}</name><bndbox><xmin>{x0}</xmin><ymin>{y0}</ymin><xmax>{x1}</xmax><ymax>{y1}</ymax>"
        "</bndbox></object>"
        for x0, y0, x1, y1, name in BOXES
    )
    size = f"<size><width>{SIZE[0]}</width><height>{SIZE[1]}</height></size>"
    (folder / "a.xml").write_text(f"<annotation><filename>a.jpg</filename>{size}{objects}</annotation>")


def _imported(kind: str, folder: Path, *more: str) -> tuple[LabelledPhoto, ...]:
    out = folder.parent / "index.jsonl"
    main([kind, str(folder), "--out", str(out), *more])
    return read_index(out)


@pytest.mark.parametrize(
    ("kind", "write"),
    [
        pytest.param("yolo", write_yolo, id="yolo"),
        pytest.param("coco", write_coco, id="coco"),
        pytest.param("voc", write_voc, id="voc"),
    ],
)
def test_boxes_and_labels_come_back(kind: str, write: Callable[[Path], None], tmp_path: Path) -> None:
    """Each format gives the same boxes, our labels, and paths that lead to the picture."""
    write(tmp_path / "set")
    photo = next(one for one in _imported(kind, tmp_path / "set", "--source", "me/mine") if one.path.stem == "a")
    assert photo.path.is_file()
    assert (photo.width, photo.height, photo.source, photo.group) == (*SIZE, "me/mine", "me/mine/a")
    assert [tile.label for tile in photo.tiles] == MEANT
    boxes = np.array([tile.box for tile in photo.tiles])
    assert boxes == pytest.approx(np.array([box[:4] for box in BOXES]), abs=0.01)
    assert not photo.complete


def test_a_yolo_picture_without_a_file_is_left_out_and_an_empty_one_kept(tmp_path: Path) -> None:
    """An empty label file means that there is no tile; a missing one means nothing."""
    write_yolo(tmp_path / "set")
    photos = _imported("yolo", tmp_path / "set", "--complete")
    assert sorted(one.path.name for one in photos) == ["a.jpg", "empty.jpg"]
    assert all(one.complete for one in photos)


def test_labels_beside_their_pictures_are_found(tmp_path: Path) -> None:
    """Labels need no folder of their own; an outline may have three corners, and blank lines mean nothing."""
    _picture(tmp_path / "set" / "a.jpg")
    (tmp_path / "set" / "classes.txt").write_text("bamboo-1\n")
    (tmp_path / "set" / "a.txt").write_text("0 .5 .5 .1 .1\n\n0 .4 .4 .6 .5 .5 .6\n")
    (photo,) = _imported("yolo", tmp_path / "set")
    assert [(tile.label, tile.box) for tile in photo.tiles] == [("1B", (90, 45, 110, 55)), ("1B", (80, 40, 120, 60))]


@pytest.mark.parametrize("side", ["width", "height"])
def test_a_size_that_a_tool_left_out_is_that_of_the_picture(side: str, tmp_path: Path) -> None:
    """Some tools write 0 for the size of a picture."""
    write_voc(tmp_path / "set")
    file = tmp_path / "set" / "a.xml"
    file.write_text(re.sub(f"<{side}>.*?<", f"<{side}>0<", file.read_text()))
    (photo,) = _imported("voc", tmp_path / "set")
    assert (photo.width, photo.height) == SIZE


def test_a_coco_file_is_named_where_a_folder_has_several(tmp_path: Path) -> None:
    """The file itself is taken, with the pictures of its folder."""
    write_coco(tmp_path / "set")
    (tmp_path / "set" / "other.json").write_text("{}")
    (photo,) = _imported("coco", tmp_path / "set" / "labels.json")
    assert photo.path.is_file()


def test_a_picture_in_another_folder_than_its_labels_is_found_by_its_name(tmp_path: Path) -> None:
    """VOC labels may lie apart; a name that two pictures have, or none, is refused."""
    write_voc(tmp_path / "set")
    (tmp_path / "set" / "annotations").mkdir()
    (tmp_path / "set" / "a.xml").rename(tmp_path / "set" / "annotations" / "b.xml")
    (photo,) = _imported("voc", tmp_path / "set")
    assert photo.path.resolve() == (tmp_path / "set" / "a.jpg").resolve()
    _picture(tmp_path / "set" / "again" / "a.jpg")
    with pytest.raises(DatasetError, match="share a name"):
        list(read_voc(tmp_path / "set"))
    (tmp_path / "set" / "a.jpg").unlink()
    (tmp_path / "set" / "again" / "a.jpg").rename(tmp_path / "set" / "c.jpg")
    with pytest.raises(DatasetError, match=r"no picture 'a\.jpg'"):
        list(read_voc(tmp_path / "set"))


def test_folders_of_single_tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The tile fills its picture; all pictures form one tile set, so that no split divides it."""
    for name, size in (("bamboo-1/x.png", (60, 80)), ("joker/y.png", (50, 70)), ("5D/x.png", (64, 90))):
        _picture(tmp_path / "set" / name, size)
    photos = _imported("folders", tmp_path / "set", "--one-group")
    assert {(one.tiles[0].label, one.tiles[0].box) for one in photos} == {
        ("1B", (0, 0, 60, 80)),
        ("J", (0, 0, 50, 70)),
        ("5D", (0, 0, 64, 90)),
    }
    assert all(one.single_tile for one in photos)
    assert {one.group for one in photos} == {"set"}
    assert "3 pictures, 3 tiles, 0 of them of unknown kind" in capsys.readouterr().out


def test_copies_of_one_picture_are_one_scene() -> None:
    """Augmented copies share the name before the mark; other names stay whole."""
    assert scene(Path("IMG_1_jpg.rf.0a1b2c.jpg")) == scene(Path("IMG_1_jpg.rf.ffff00.jpg")) == "IMG_1"
    assert scene(Path("IMG_1.final.jpg")) == "IMG_1.final"


def test_an_own_table_names_leaves_out_and_orders(tmp_path: Path) -> None:
    """The table gives the meaning of names, the names that are not tiles, and the order of the class numbers."""
    write_yolo(tmp_path / "set")
    (tmp_path / "set" / "classes.txt").unlink()
    table = tmp_path / "classes.toml"
    table.write_text('order = ["crak", "die", "joker"]\n[names]\n"7C" = ["crak"]\n"-" = ["die"]\nJ = ["joker"]\n')
    photos = _imported("yolo", tmp_path / "set", "--classes", str(table))
    assert [tile.label for photo in photos for tile in photo.tiles] == ["7C", "J"]


def test_common_names_are_unambiguous_and_cover_every_tile() -> None:
    """Each label of the alphabet has a common name, and each name has one meaning."""
    meaning = read_classes().meaning
    assert set(meaning.values()) - {"?"} == TILE_LABELS
    names = [name for names in tomllib.loads(COMMON.read_text())["names"].values() for name in names]
    assert len(names) == len(set(names))


@dataclass(frozen=True)
class Fault:
    """One change to a good example, and what the error says about it."""

    kind: str
    write: Callable[[Path], None]
    file: str
    change: Callable[[str], str]
    code: str
    says: str


FAULTS = {
    "yolo-class": Fault("yolo", write_yolo, "train/labels/a.txt", lambda t: "9" + t[1:], "bad-labels", "a.txt:1"),
    "yolo-word": Fault("yolo", write_yolo, "train/labels/a.txt", lambda t: t + "0 a b c d", "bad-labels", "a.txt:4"),
    "yolo-nan": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 nan 0 0 0", "bad-labels", "not finite"),
    "yolo-three": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 1 2 3", "bad-labels", "four numbers"),
    "yolo-far": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 1.5 .5 .1 .1", "bad-labels", "outside"),
    "yolo-empty": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 .5 .5 0 .1", "bad-labels", "empty"),
    "yolo-speck": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 .5 .5 .00001 .1", "bad-labels", "empty"),
    "yolo-beside": Fault(
        "yolo", write_yolo, "train/labels/a.txt", lambda _: "0 -.0075 .5 .005 .1", "bad-labels", "outside"
    ),
    "yolo-above": Fault(
        "yolo", write_yolo, "train/labels/a.txt", lambda _: "0 .5 -.015 .1 .01", "bad-labels", "outside"
    ),
    "yolo-over": Fault("yolo", write_yolo, "train/labels/a.txt", lambda _: "0 .99 .5 .05 .1", "bad-labels", "outside"),
    "yolo-next-class": Fault("yolo", write_yolo, "train/labels/a.txt", lambda t: "3" + t[1:], "bad-labels", "0 to 2"),
    "yolo-odd": Fault(
        "yolo", write_yolo, "train/labels/a.txt", lambda _: "0 .1 .1 .2 .2 .3 .3 .4", "bad-labels", "corners"
    ),
    "yolo-names": Fault("yolo", write_yolo, "classes.txt", lambda _: "", "no-class-order", "classes.txt"),
    "unknown-name": Fault(
        "yolo", write_yolo, "classes.txt", lambda t: t.replace("tile", "fish"), "unknown-classes", "'fish'? Add"
    ),
    "coco-no-json": Fault("coco", write_coco, "labels.json", lambda t: t[:-1], "bad-labels", "not JSON"),
    "coco-list": Fault("coco", write_coco, "labels.json", lambda _: "[]", "bad-labels", "must be an object"),
    "coco-deep": Fault("coco", write_coco, "labels.json", lambda _: "[" * 100_000, "bad-labels", "nested too deeply"),
    "coco-digits": Fault("coco", write_coco, "labels.json", lambda _: "9" * 5000, "bad-labels", "thousands of digits"),
    "coco-id": Fault(
        "coco", write_coco, "labels.json", lambda t: t.replace('"id": 8', '"id": [8]'), "bad-labels", "id"
    ),
    "coco-category": Fault(
        "coco",
        write_coco,
        "labels.json",
        lambda t: t.replace('"category_id": 8', '"category_id": 99'),
        "bad-labels",
        "99",
    ),
    "coco-image": Fault(
        "coco",
        write_coco,
        "labels.json",
        lambda t: t.replace('"image_id": 5', '"image_id": 6'),
        "bad-labels",
        "not listed: 6",
    ),
    "coco-size": Fault(
        "coco",
        write_coco,
        "labels.json",
        lambda t: t.replace('"width": 200', '"width": 100'),
        "wrong-size",
        "100 x 100",
    ),
    "coco-gone": Fault(
        "coco", write_coco, "labels.json", lambda t: t.replace('"a.jpg"', '"b.jpg"'), "bad-picture", "b.jpg"
    ),
    "coco-box": Fault(
        "coco", write_coco, "labels.json", lambda t: t.replace("[10.0, ", "[", 1), "bad-labels", "'bbox' must be"
    ),
    "coco-name": Fault(
        "coco", write_coco, "labels.json", lambda t: t.replace('"a.jpg"', "7"), "bad-labels", "needs file_name"
    ),
    "coco-side": Fault(
        "coco", write_coco, "labels.json", lambda t: t.replace("200,", '"200",', 1), "bad-labels", "needs file_name"
    ),
    "coco-images": Fault(
        "coco",
        write_coco,
        "labels.json",
        lambda t: t.replace('"images": [', '"images": [7, '),
        "bad-labels",
        "'images' must be",
    ),
    "voc-size": Fault(
        "voc", write_voc, "a.xml", lambda t: t.replace("<width>200", "<width>100"), "wrong-size", "100 x 100"
    ),
    "voc-broken": Fault("voc", write_voc, "a.xml", lambda t: t[:-5], "bad-labels", "not XML"),
    "voc-doctype": Fault("voc", write_voc, "a.xml", lambda t: "<!DOCTYPE a>" + t, "bad-labels", "document type"),
    "voc-missing": Fault("voc", write_voc, "a.xml", lambda t: t.replace("xmin", "left"), "bad-labels", "bndbox/xmin"),
    "voc-gone": Fault("voc", write_voc, "a.jpg", lambda _: "", "bad-picture", "a.jpg"),
}


@pytest.mark.parametrize("fault", [pytest.param(fault, id=name) for name, fault in FAULTS.items()])
def test_a_fault_is_named_and_leaves_no_index(
    fault: Fault, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The importer ends with status 2, names the file and its fault, and leaves no half-written index."""
    fault.write(tmp_path / "set")
    file = tmp_path / "set" / fault.file
    file.write_text(fault.change(file.read_text(encoding="latin-1")), encoding="latin-1")
    codes: list[str] = []
    made = DatasetError.__init__

    def noted(self: DatasetError, code: str, message: str, where: str) -> None:
        codes.append(code)
        made(self, code, message, where)

    monkeypatch.setattr(DatasetError, "__init__", noted)
    with pytest.raises(SystemExit) as caught:
        main([fault.kind, str(tmp_path / "set"), "--out", str(tmp_path / "index.jsonl")])
    assert caught.value.code == 2
    assert codes == [fault.code]
    assert fault.says in capsys.readouterr().err
    assert not (tmp_path / "index.jsonl").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("names = 3", "table of lists", id="no-table"),
        pytest.param('[names]\n"1B" = "bamboo"', "names.1B", id="no-list"),
        pytest.param('[names]\n"10B" = ["x"]', "10B", id="no-label"),
        pytest.param('[names]\nF = ["x"]\nJ = ["x"]', "'x' is called F and J", id="two-meanings"),
        pytest.param("[classes]\n", "classes", id="another-key"),
        pytest.param("[names", "not a TOML file", id="no-toml"),
        pytest.param("names = " + "[" * 100_000, "nested too deeply", id="deep"),
        pytest.param("names = " + "9" * 5000, "thousands of digits", id="digits"),
    ],
)
def test_a_table_of_classes_is_checked(text: str, says: str, tmp_path: Path) -> None:
    """The importer refuses a faulty table before it opens any picture."""
    (tmp_path / "t.toml").write_text(text)
    with pytest.raises(DatasetError, match=says) as caught:
        read_classes(tmp_path / "t.toml")
    assert (caught.value.code, caught.value.where) == ("bad-classes", "t.toml")


@pytest.mark.parametrize("kind", ["yolo", "coco", "voc", "folders"])
def test_an_empty_folder_is_refused(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every format refuses an empty folder."""
    (tmp_path / "classes.txt").write_text("tile\n")
    with pytest.raises(SystemExit):
        main([kind, str(tmp_path), "--out", str(tmp_path / "index.jsonl")])
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("yolo", "no picture has a text file"),
        ("coco", "need one COCO file"),
        ("voc", "no XML file"),
        ("folders", "a.jpg lies in no folder"),
    ],
)
def test_pictures_without_labels_are_refused(
    kind: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every format refuses a folder of pictures alone, and says what is missing."""
    (tmp_path / "classes.txt").write_text("tile\n")
    _picture(tmp_path / "a.jpg")
    with pytest.raises(SystemExit):
        main([kind, str(tmp_path), "--out", str(tmp_path / "index.jsonl")])
    assert says in capsys.readouterr().err
