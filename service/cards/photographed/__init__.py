"""Read a printed card from a photo into a draft: text recognition, rows, inks.

Public: `letters`, `native_print`, `print_requests` and `read_photo`.
"""
