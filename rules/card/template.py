"""A card file to start from."""

from typing import Final

TEMPLATE: Final = """\
# A card for Rackcheck. Change what stands here; `rackcheck cards lint FILE` tells every fault with its line and column,
# and how many concrete hands each line means.

id = "my-card"                      # small letters, digits and hyphens
title = "My card"
source = "Our own card"             # cited in every verdict
ruleset = "modern-american"         # the rules it is played under

# Lines are numbered from 1 through the whole card. A line is the groups, each with its suit, and the value:
#   numbers 1-9      followed by a suit: a b c (different suits, whichever), B C D (Bams, Craks, Dots), * (any suit)
#   D                the dragon of the suit that follows: DDDDa      R G 0   Red, Green, White (also a year's zero)
#   N E W S  F       winds and flowers                               Z  A    any wind, any tile; the same in its group
#   X Y U V          any number, the same throughout the hand; X+1 is the next
#   x25 or c25       may be exposed, or concealed only, and its value
#   sp               singles and pairs: no bonus for being jokerless
#   +10 if concealed more points for a hand that is concealed, or jokerless
#   15 tiles         a hand of more or fewer tiles than 14
#   nojoker          no joker in this hand                           !       after a group: no joker in it
#   -or-             between the alternatives of a line
# Rules stand in round brackets before the value, separated by commas:
#   run              the numbers are an example: they all move up or down together
#   like             the same for a single number                    odd, even
#   X in 3 6 9       X is one of these       X in run  X is one of the numbers that run moves
#   X not Y          different numbers       V = X+Y   a sum; UV = X*X are the two digits of a product
#   any year         the year is an example; so is any year 1937-2026, from one to the other
#   suits free       other suits may take the places of B C D        differ  no tile stands in two groups

[[section]]
title = "Year"
lines = [
    "FF 2026a 0000 6666b x25",
]

[[section]]
title = "Runs"
lines = [
    "Any three in a row, one suit or three: FF 1111a 2222a 3333a -or- FF 1111a 2222b 3333c (run) x25",
]

[[section]]
title = "Like numbers"
lines = [
    "FF 1111a 1111b 1111c (like) x30",
]

[[section]]
title = "Winds and dragons"
lines = [
    "NNNN EW SSSS DDDD* x25",
]

[[section]]
title = "Singles and pairs"
lines = [
    "FF 22a 44a 66a 88a DDa DDb c50 sp",
]
"""
"""A commented card file without a fault."""
