"""The shared parts of all commands: options, input files, output, help and its examples.

Public: `editor`, `help`, `input_files`, `options`, `output`, `shared_options`, `started`,
`table_card` and `table_tiles`.
"""
