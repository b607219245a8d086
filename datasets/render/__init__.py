"""Seeded, procedural pictures of American mahjong sets with exact ground truth.

Reading order: `canvas` draws antialiased shapes and glyphs; `style` chooses how a set looks; `bams`, `dots`, `craks`,
`honours`, `pictures` and `jokers` draw single faces; `designs` puts a whole set together; `camera` and `blocks` turn
tiles into projected boxes; `layouts` places them; `surfaces` and `finish` make tables, light and camera faults;
`scene` is the entry for training.
"""
