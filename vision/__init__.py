"""Seeing tiles: decode a photograph, find the tile faces, read them, put them in order."""

import os

# Since 1.29 onnxruntime reports to its maker, over the internet and under a number of this machine, what it has run; it
# asks for this once, when it is loaded. Nobody who takes a photo of tiles has agreed to such reports.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
