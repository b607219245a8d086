"""Read photographs that other tools labelled: ``python -m datasets.photographs.importers FORMAT FOLDER``."""
