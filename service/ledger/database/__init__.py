"""The book on a disk or a server: connections, tables, statements, copies, and the mark that tells of a loss."""
