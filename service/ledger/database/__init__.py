"""The ledger's database: connections, tables, statements, copies, and the mark that reveals a loss.

Public: `book_mark`, `connection`, `copies`, `migrate`, `queries`, `regular_copies`, `restore`,
`soundness`, `sqlite_faults` and `sqlite_file`.
"""
