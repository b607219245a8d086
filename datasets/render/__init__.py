"""Seeded, procedural pictures of American mahjong sets with exact ground truth.

Reading order: `canvas` draws antialiased shapes and glyphs; `style` chooses how a set looks; `bams`, `birds`, `dots`,
`craks`, `honours`, `soaps`, `flowers` and `jokers` draw single faces; `designs` puts a whole set together; `camera`
and `blocks` turn tiles into projected boxes; `placing`, `racks` and `layouts` say where they lie; `surfaces`,
`clutter` and `finish` make tables, other things, light and camera faults; `scene` is the entry for training, `example`
the rack picture of `examples/`, `video` a film of a rack.
"""
