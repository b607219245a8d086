"""The things that an installation keeps by name: cards, tables, tile sets."""
