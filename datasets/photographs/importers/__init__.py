"""Photographs labelled with other tools, made into an index as an index: one module for each outside format.

``python -m datasets.photographs.importers FORMAT FOLDER --out index.jsonl``. Pictures stay where they are; the index
names them
relative to its own folder. Boxes are in pixels of the upright picture (EXIF orientation applied), as everywhere here.
"""
