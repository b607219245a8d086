"""The shared parts of all commands: options, input files, output, help and its examples.

Public: `changed`, `editor`, `game_answers`, `help`, `input_files`, `judged`, `options`, `output`, `started`,
`table_card` and `table_tiles`.
"""
