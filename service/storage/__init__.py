"""Files of the data folder: we write each whole or not at all, readable by its owner alone.

Public: `atomic_files`, `data_folder` and `read_whole`.
"""
