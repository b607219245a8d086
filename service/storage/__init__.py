"""Files of the data folder: written whole or not at all, for their owner alone."""

from service.storage.atomic_files import make_empty, make_folder, publish, write_atomic, write_private
from service.storage.data_folder import DataFolder, files_in

__all__ = ["DataFolder", "files_in", "make_empty", "make_folder", "publish", "write_atomic", "write_private"]
