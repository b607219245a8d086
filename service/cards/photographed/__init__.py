"""Read a printed card from a photo into a draft: text recognition, rows, inks.

Public: `native_print`, `print_labels`, `print_requests` and `read_photo`.
"""
