"""How the tables of the book came to be, one module of `versions` a step; Alembic runs them."""
