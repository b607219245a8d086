"""The book of the house: games, players, and entries that are added and never changed.

A game is a list of entries. Seats, balances and standings are derived from it each time they are asked for and stored
nowhere; an entry that was wrong is undone by another entry. `service.ledger.ledger.Book` is what the command line and
the HTTP interface use.
"""
