"""The ledger's database: connections, tables, statements, copies, and the mark that reveals a loss."""
