"""Files of the data folder: we write each whole or not at all, readable by its owner alone."""

from service.storage.atomic_files import make_empty, make_folder, publish, write_atomic, write_private
from service.storage.data_folder import DataFolder, files_in

__all__ = ["DataFolder", "files_in", "make_empty", "make_folder", "publish", "write_atomic", "write_private"]
