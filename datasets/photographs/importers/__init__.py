"""Import photographs labelled with other tools: ``python -m datasets.photographs.importers FORMAT FOLDER``."""
