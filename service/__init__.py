"""What a person uses: the command line, the HTTP interface, the page, and what answers behind all three.

Of the project it imports `rules`, `vision` and `models`; all effects (files, sockets, terminals) live here.
"""
