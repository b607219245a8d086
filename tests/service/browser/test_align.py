"""The browser's host compares and aligns faces as the native one does."""

import json
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tilesets.test_alignment import FACES, Known, displaced
from vision.host.template_match import align, compare
from vision.requests import VIEWS

HOST = Path("service/page/js/local/host").resolve()
SCRIPT = """
import { aligned } from "HOST/align.js";
import { compared } from "HOST/compare.js";
import { Picture } from "HOST/pixels.js";
let text = "";
for await (const part of process.stdin) text += part;
const { seen, taught, count } = JSON.parse(text);
const pictures = (faces) => faces.map((face) => new Picture(64, 80, Uint8Array.from(face)));
const [crops, known] = [pictures(seen), pictures(taught)];
const embeddings = crops.map(() => Float32Array.from([1, 0]));
const views = Float32Array.from({ length: 2 * count * known.length }, (_, at) => (at % 2 ? 0 : 1));
const found = compared({ crops, embeddings, taught: known, views, count });
const row = (at) => [...found.displacements.slice(at * known.length, (at + 1) * known.length)];
const displacements = crops.map((_, at) => row(at));
const rows = aligned({ crops, taught: crops.map(() => known), displacements });
console.log(JSON.stringify({ displacements, agreements: [...found.agreements], rows: rows.map((one) => [...one]) }));
"""


def test_both_hosts_align_alike() -> None:
    """Displacements and agreements of faces in the browser's arithmetic are those of OpenCV's."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    seen = np.array([displaced(face, 2, -1, 1.03) for face in FACES[:4]])
    seen = np.array([cv2.GaussianBlur(face, (0, 0), 0.7) for face in seen])
    known = tuple(map(Known, FACES))
    document = {
        "seen": [face[..., ::-1].ravel().tolist() for face in seen],
        "taught": [face[..., ::-1].ravel().tolist() for face in FACES],
        "count": VIEWS,
    }
    said = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT.replace("HOST", HOST.as_uri())],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(said.stdout)
    ours = compare(seen, np.tile(np.array([1, 0], np.float32), (4, 1)), known)
    assert theirs["displacements"] == [list(row) for row in ours.displacements]
    assert np.allclose(np.reshape(theirs["agreements"], (4, -1)), ours.agreements, atol=1e-3)
    rows = align(seen, [known] * 4, ours.displacements)
    assert np.allclose(theirs["rows"], rows, atol=5e-3)
