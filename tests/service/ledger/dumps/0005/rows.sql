INSERT INTO players VALUES ('ann', 'Ann', '2026-11-20T19:30:00.000Z');
INSERT INTO players VALUES ('bea', 'Bea', '2026-11-20T19:30:00.000Z');
INSERT INTO players VALUES ('cat', 'Cat', '2026-11-20T19:30:00.000Z');
INSERT INTO players VALUES ('dee', 'Dee', '2026-11-20T19:30:00.000Z');
INSERT INTO players VALUES ('eve', 'Eve', '2026-11-20T19:30:00.000Z');
INSERT INTO players VALUES ('flo', 'Flo', '2026-11-20T19:30:10.000Z');
INSERT INTO sources VALUES ('1b65e810b3e2a79ae64eea5f86bcc62512a7a5c312e7b5aaf1086d0b553431f1', 'ruleset', 'our-house', 'parent = "modern-american"
id = "our-house"
title = "Our house"

[payment]
jokerless = 3
');
INSERT INTO sources VALUES ('94877be3950db9ec9225104304445dba839923729bd22a00ae164e2f45f38d57', 'card', 'nmjl-1976', '# The 75 hands of the National Mah Jongg League''s 1976-1977 standard, read from its instruction book of the 39th
# year, "Let''s Play Mah Jongg". Hands are numbered as printed, by their order here. A section is one printed page;
# the book numbers its pages at the foot (20, 27 and 28 are lost in the scan and follow from their neighbours).
#
# Read so where the book is misprinted or silent: 41 prints "Rungs", meant are pungs. 27 prints "Pung of sevens and
# eights", meant is a pung of each. 68 says "any seven", but with 69 and 70 beside it it is one to seven. 74 and 75
# describe the same tiles. The three kongs of 73 may share a number in different suits, never a tile.

id = "nmjl-1976"
title = "National Mah Jongg League 1976-1977"
source = "Let''s Play Mah Jongg (National Mah Jongg League, 1976)"
ruleset = "nmjl-1976"

[[section]]
title = "1976 hands, winds and dragons"
place = "p. 15"
lines = [
    "1, 9, 7, 6 in one suit: 1111a 9999a 777a 666a x20",
    "1, 9 and 7, 6 in two suits: 1111a 9999a 777b 666b x20",
    "Pairs of 1, 9, 7 in two suits, kong of 6: 11a 99a 11b 99b 77b 6666c c25",
]

[[section]]
title = "1976 hands, winds and dragons"
place = "p. 16"
lines = [
    "1, 9, 7, 6 with a kong of flowers: 11a 99a 777a 666a FFFF c20",
    "Pairs of 1, 9, 7, 6 with two dragons: 11a 99a 77a 66a DDDb DDDc c25",
    "All winds, kongs of East and West: NNN SSS EEEE WWWW x20",
    "All winds, kongs of North and South: NNNN SSSS EEE WWW x20",
    "North, South and flowers: NNNN SSSS FFF FFF x25",
    "East, West and flowers: EEEE WWWW FFF FFF x25",
]

[[section]]
title = "1976 hands, winds and dragons"
place = "p. 17"
lines = [
    "North, South and like odd pairs: NNNN SSSS 11a 11b 11c (like, odd) c25",
    "East, West and like even pairs: EEEE WWWW 22a 22b 22c (like, even) c25",
    "Quints of North and South, any dragon: NNNNN SSSSS DDDD* x30",
    "Quints of East and West, any dragon: EEEEE WWWWW DDDD* x30",
    "Pungs of dragons, quint of flowers: RRR 000 GGG FFFFF c25",
    "Kongs of dragons, pair of flowers: RRRR 0000 GGGG FF x25",
]

[[section]]
title = "Seven hands"
place = "p. 18"
lines = [
    "1 + 6 = 7 in one suit: 1111a 6666a 7777a FF x25",
    "1 + 6 = 7 in three suits: 1111a 6666b 7777c FF x25",
    "2 + 5 = 7 in one suit: 2222a 5555a 7777a FF x25",
    "2 + 5 = 7 in three suits: 2222a 5555b 7777c FF x25",
    "3 + 4 = 7 in one suit: 3333a 4444a 7777a FF x25",
    "3 + 4 = 7 in three suits: 3333a 4444b 7777c FF x25",
]

[[section]]
title = "Consecutive numbers or runs"
place = "p. 19"
lines = [
    "Any four in a row, one to four of each, and their dragon: 1a 22a 333a 4444a DDDDa (run) c25",
    "Pungs of any three in a row, quint of flowers: 111a 222a 333a FFFFF (run) c25",
    "Kongs of any three in a row, one suit: 1111a 2222a 3333a FF (run) x20",
    "Kongs of any three in a row, three suits: 1111a 2222b 3333c FF (run) x20",
    "1 to 5, kong of 5: 11a 22a 333a 444a 5555a c25",
    "5 to 9, kong of 9: 55a 66a 777a 888a 9999a c25",
]

[[section]]
title = "Consecutive numbers or runs"
place = "p. 20"
lines = ["Any three in a row, the middle in all suits: 111a 22a 333a 222b 222c (run) c25"]

[[section]]
title = "1-3-5-7-9 hands"
place = "p. 20"
lines = [
    "Kongs of 1 and 9, pairs between, one suit: 1111a 9999a 33a 55a 77a c25",
    "Kongs of 1 and 9, pairs between, two suits: 1111a 9999a 33b 55b 77b c25",
    "All odd numbers in three suits: 11a 33a 555b 777b 9999c c25",
    "1, 3, 5 in one suit, quint of flowers: 111a 333a 555a FFFFF c25",
]

[[section]]
title = "1-3-5-7-9 hands"
place = "p. 21"
lines = [
    "1, 3, 5 in three suits, quint of flowers: 111a 333b 555c FFFFF c25",
    "5, 7, 9 in one suit, quint of flowers: 555a 777a 999a FFFFF c25",
    "5, 7, 9 in three suits, quint of flowers: 555a 777b 999c FFFFF c25",
    "1, 5 and their dragon: 1111a 5555a DDDDa FF x25",
    "5, 9 and their dragon: 5555a 9999a DDDDa FF x25",
]

[[section]]
title = "1-3-5-7-9 hands"
place = "p. 22"
lines = [
    "1, 5 and pairs of 3 in all suits: 1111a 5555a 33a 33b 33c c25",
    "5, 9 and pairs of 7 in all suits: 5555a 9999a 77a 77b 77c c25",
    "1, 9 and flowers: 1111a 9999a FFF FFF x25",
]

[[section]]
title = "2-4-6-8 hands"
place = "p. 22"
lines = [
    "Pungs of 2, 4, kongs of 6, 8, one suit: 222a 444a 6666a 8888a x20",
    "Pungs of 2, 4, kongs of 6, 8, two suits: 222a 444a 6666b 8888b x20",
]

[[section]]
title = "2-4-6-8 hands"
place = "p. 23"
lines = [
    "Kongs of 2, 4, 6 in three suits, pair of 8 with the 4: 2222a 4444b 6666c 88b x25",
    "2, 4 then 4, 6 then 8 in three suits: 22a 44a 444b 666b 8888c c20",
    "Pairs of 2, 4, 6, kongs of 8 in the other suits: 22a 44a 66a 8888b 8888c c25",
    "2, 4, 6, 8 with a kong of flowers: 22a 44a 666a 888a FFFF c20",
    "One 2, two 4, three 6, four 8 and their dragon: 2a 44a 666a 8888a DDDDa c25",
    "2, 8 and flowers: 2222a 8888a FFF FFF x25",
]

[[section]]
title = "3-6-9 hands"
place = "p. 24"
lines = [
    "One 3, two 6, three 9, their dragon and flowers: 3a 66a 999a DDDDa FFFF c25",
    "Pairs of 3, 6, 9, like kongs in the other suits: 33a 66a 99a XXXXb XXXXc (X in 3 6 9) c25",
    "3, 6, 9 in one suit, quint of flowers: 333a 666a 999a FFFFF c25",
    "3, 6, 9 in three suits, quint of flowers: 333a 666b 999c FFFFF c25",
    "Kongs of 3, 6, 9, one suit: 3333a 6666a 9999a FF x25",
    "Kongs of 3, 6, 9, three suits: 3333a 6666b 9999c FF x25",
]

[[section]]
title = "3-6-9 hands"
place = "p. 25"
lines = [
    "3, 9 and pairs of 6 in all suits: 3333a 9999a 66a 66b 66c c25",
    "Two dragons, a kong of 3, 6 or 9 in the third suit: DDDDa DDDDb XXXXc FF (X in 3 6 9) x20",
    "3, 6, 9 and their dragon: 3333a 66a 9999a DDDDa x25",
    "Pairs of 3, 6, 9, the other two dragons: 33a 66a 99a DDDDb DDDDc c25",
]

[[section]]
title = "Like numbers"
place = "p. 25"
lines = ["Any like pungs, quint of flowers: 111a 111b 111c FFFFF (like) c25"]

[[section]]
title = "Like numbers"
place = "p. 26"
lines = [
    "Any like quints and kong: 11111a 11111b 1111c (like) x30",
    "Kongs of 5, and 15: 5555a 5555b 5555c 15* x25",
    "Kongs of 6, and 18: 6666a 6666b 6666c 18* x25",
    "Kongs of 7, and 21: 7777a 7777b 7777c 21* x25",
    "Kongs of 8, and 24: 8888a 8888b 8888c 24* x25",
    "Kongs of 9, and 27: 9999a 9999b 9999c 27* x25",
]

[[section]]
title = "No joker hands"
place = "p. 27"
lines = [
    "Pairs of all winds, 1, 7, 6: NN EE WW SS 1a 77a 6a FF c30 nojoker",
    "3, 6, 9 growing over three suits: 33a 6a 33b 66b 9b 33c 66c 99c c30 nojoker",
    "Pairs 1 to 7: 11a 22a 33a 44a 55a 66a 77a c30 nojoker",
    "Pairs 2 to 8: 22a 33a 44a 55a 66a 77a 88a c30 nojoker",
    "Pairs 3 to 9: 33a 44a 55a 66a 77a 88a 99a c30 nojoker",
]

[[section]]
title = "No joker hands"
place = "p. 28"
lines = [
    "1 to 5 and 5 to 9 in two suits: 11a 2a 3a 4a 55a 55b 6b 7b 8b 99b c30 nojoker",
    "Two pungs in a row, matched in a second suit: 111a 222a 111b 222b FF (run) x35 nojoker",
    "Kongs of any three number tiles: VVVV* XXXX* YYYY* FF x35 nojoker",
    "Like pungs, like kongs, same two suits: XXXa XXXb YYYYa YYYYb x35 nojoker",
    "Like kongs, like pungs, same two suits: XXXXa XXXXb YYYa YYYb x35 nojoker",
]
');
INSERT INTO sources VALUES ('c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', 'ruleset', 'nmjl-1976', '# National Mah Jongg League, instruction book of the 39th year. The scan numbers its pages up to 11 and then from 15;
# places name the page where it shows one. Texts are ours, the places are the book''s.

id = "nmjl-1976"
title = "National Mah Jongg League, 39th year (1976-1977)"
document = "Let''s Play Mah Jongg (National Mah Jongg League, 1976)"
card = "nmjl-1976"

[players]
at_table = [4, 3, 2] # "Variations of Mah Jongg" has the game for three and for two

[hand]
place = "Definitions: A hand, p. 8, and Object of the game, p. 4"
set_place = "Description of Mah Jongg tiles, pp. 1-2"

[jokers]
in_pairs = true # "in any hand": only the hands printed without jokers (66 to 75) take none
in_singles = true
in_unlike_groups = true
flowers_wild = false
place = "Special rulings for the use of big jokers and flowers 2, p. 9"
discard_place = "Special rulings for the use of big jokers and flowers 5, p. 9"
used_place = "Special rulings for the use of big jokers and flowers 5, p. 9"

[exposures]
smallest = 3
place = "Definitions: A pair, A pung, A kong, A quint, p. 7"
concealed_place = "Definitions: A concealed hand, p. 8"

[payment]
kind = "card-value"
self_pick = 2
discarder = 2
other = 1
jokerless = 1 # the book doubles nothing for a hand without jokers
jokerless_on_discard = true
singles_and_pairs_doubled = true
redeemed_joker_is_self_pick = false
score_sheet = false

[places]
self_pick = "Standard scoring, pp. 4-5"
discard = "Standard scoring, pp. 4-5"
wall = "The play, p. 7"
bettors = "Five handed Mah Jongg, p. 11, and Rules for bettors 4"

[bettors]
kind = "mirror"
most = 2
players = 4

# The book names winning hand and wall game; a game that a ruling ended has had its East too ("A round is completed after
# four players have each held East position").
[rotation]
east_wins = "right"
other_wins = "right"
wall = "right"
east_errs = "right"
other_errs = "right"
east_rises = true
wrong_east = true
place = "Rules and penalties 4, p. 9; The play, p. 7; Definitions: A round, p. 8"
waiting_place = "Five handed Mah Jongg and Six handed Mah Jongg, p. 11"

[penalties]
misnamed-for-mah-jongg = { value = 4 }
mah-jongg-in-error = { value = 2 }

# --- "Mah Jongg" in error ---------------------------------------------------------------------------------------------

[[rulings.mah-jongg-in-error]]
when = { exposed = false, threw_in = 0 }
outcome = "play-on"
text = "The mistake was put right before any hand was exposed or disturbed: the game goes on without a penalty."
place = ''"Mah Jongg" in error 2, p. 10''

[[rulings.mah-jongg-in-error]]
when = { exposed = true, threw_in = 0 }
outcome = "dead-hand"
dead = ["declarer"]
text = "the game goes on, but {declarer}''s hand is dead: it neither picks nor discards and pays the winner as the others do."
place = ''"Mah Jongg" in error 3(a), p. 10''

[[rulings.mah-jongg-in-error]]
when = { threw_in = 1, seats = 4 }
outcome = "dead-hand"
dead = ["declarer", "threw_in"]
text = "the hands of {declarer} and {threw_in} are dead and pay the winner as the others do; {intact} play on two-handed."
place = ''"Mah Jongg" in error 4(a), p. 11''

[[rulings.mah-jongg-in-error]]
when = { threw_in = 2, seats = 4 }
outcome = "game-over"
pay = [{ from = "declarer", to = "intact", penalty = "mah-jongg-in-error" }]
text = "Only one hand is intact: {declarer} pays {intact}, {points} points."
place = ''"Mah Jongg" in error 4(b), p. 11''

[[rulings.threw-in-early]]
outcome = "play-on"
allowed = false
text = "Nobody should throw in or expose a hand before the winner''s is verified. If the winner''s hand proves wrong, the ruling mah-jongg-in-error says what it costs."
place = ''"Mah Jongg" in error 1, p. 10''

# --- Rules and penalties ----------------------------------------------------------------------------------------------

[[rulings.unmixed-tiles]]
outcome = "play-on"
allowed = false
text = "All tiles are turned face down and thoroughly mixed before the game starts; the book names no penalty."
place = "Rules and penalties 1, p. 9"

[[rulings.looking-ahead]]
outcome = "play-on"
allowed = false
text = "Looking ahead is not permitted: the tile from the wall waits until the player to the left has discarded. The book names no penalty."
place = "Rules and penalties 2, p. 9"

[[rulings.pick-out-of-turn]]
outcome = "play-on"
allowed = false
text = "A tile is not picked from the wall before the player to the left has discarded; the book names no penalty."
place = "Rules and penalties 2, p. 9"

[[rulings.next-east]]
outcome = "play-on"
text = "After a winning hand and after a wall game alike, East moves to the player to the right of East."
place = "Rules and penalties 4, p. 9"

[[rulings.misnamed-discard]]
when = { wanted_for = "exposure" }
outcome = "play-on"
allowed = false
text = "A tile cannot be claimed until it is correctly named. There is no penalty; named correctly, it may be called for an exposure or for Mah Jongg."
place = "Rules and penalties 5, p. 9"

[[rulings.misnamed-discard]]
when = { wanted_for = "mah-jongg" }
outcome = "game-over"
pay = [{ from = "miscaller", to = "claimant", penalty = "misnamed-for-mah-jongg" }]
text = "the game ends: {miscaller} alone pays {claimant}, {points} points."
place = "Rules and penalties 5, p. 9"

[[rulings.discard-taken-back]]
outcome = "play-on"
allowed = false
text = "A tile that has been discarded cannot be exchanged."
place = "Rules and penalties 6, p. 10"

[[rulings.wrong-east]]
outcome = "play-on"
text = "{player} plays this game to its end as East. The next game goes back to the rightful East, and {player}''s own turn as East in this round is skipped."
place = "Rules and penalties 7, p. 10"

# Rule 8 speaks of the time before the Charleston and of one hand after it, rule 9 of the time after East''s discard.
[[rulings.wrong-tile-count]]
when = { left_of_east = true, players = 1, when = ["before-charleston", "before-first-discard"] }
outcome = "play-on"
text = "the player to the left of East, with twelve tiles, picks the thirteenth from the wall before East has discarded."
place = "Rules and penalties 8, p. 10"

[[rulings.wrong-tile-count]]
when = { when = "before-charleston" }
outcome = "replay"
text = "All tiles are thrown in and the wall is broken again."
place = "Rules and penalties 8, p. 10"

[[rulings.wrong-tile-count]]
when = { when = "after-first-discard", players = 1 }
outcome = "dead-hand"
dead = ["players"]
text = "{players}''s hand is dead: it cannot call Mah Jongg, neither picks nor discards, and pays as the others do."
place = "Rules and penalties 9(a), p. 10"

[[rulings.wrong-tile-count]]
when = { when = "after-first-discard", players = 2 }
outcome = "dead-hand"
dead = ["players"]
text = "the hands of {players} are dead and pay as the others do; the other players may continue."
place = "Rules and penalties 9(a) and 9(b), p. 10"

[[rulings.wrong-tile-count]]
when = { when = "after-first-discard", players = [3, 4] }
outcome = "replay"
text = "Three hands with a wrong number of tiles: the game is replayed."
place = "Rules and penalties 9(c), p. 10"

[[rulings.wrong-exposure]]
outcome = "dead-hand"
dead = ["player"]
text = "An incorrect exposure is treated as a Mah Jongg in error: {player}''s hand is dead, neither picks nor discards, and pays the winner as the others do."
place = ''"Mah Jongg" in error 3(a), and Rules and penalties 9(a), p. 10''

[[rulings.late-claim]]
when = { next_player = ["not-drawn", "drawn", "racked"] }
outcome = "play-on"
allowed = true
text = "The tile may still be called: the player to the right of the discarder has not both drawn and discarded."
place = "Rules and penalties 10, p. 10"

[[rulings.late-claim]]
when = { next_player = "discarded" }
outcome = "play-on"
allowed = false
text = "The tile can no longer be called: the player to the right of the discarder has drawn and discarded."
place = "Rules and penalties 10, p. 10"

[[rulings.rapid-discards]]
when = { second_is_joker = false }
outcome = "play-on"
text = "The second of the two discards must be taken."
place = "Rules and penalties 11, p. 10"

[[rulings.rapid-discards]]
when = { second_is_joker = true }
outcome = "play-on"
text = "The first of the two must be taken; the joker remains on the table as a dead tile."
place = "Rules and penalties 11, p. 10, and Special rulings for the use of big jokers and flowers 5, p. 9"

[[rulings.claim-after-mah-jongg]]
outcome = "play-on"
allowed = false
text = "Once Mah Jongg has been declared and exposed, nobody else may call a tile discarded before."
place = "Rules and penalties 12, p. 10"

[[rulings.two-claimants]]
when = { for_mah_jongg = [1, 2, 3] }
outcome = "play-on"
award = "for_mah_jongg"
text = "{awarded} gets the tile: Mah Jongg goes before an exposure, and of several who declare Mah Jongg the nearest in turn to the discarder has preference."
place = "Rules and penalties 13, p. 10"

[[rulings.two-claimants]]
when = { for_mah_jongg = 0, for_exposure = [1, 2, 3] }
outcome = "play-on"
award = "for_exposure"
text = "{awarded} gets the tile: for an exposure, the nearest in turn to the discarder has preference."
place = "Rules and penalties 13, p. 10"

[[rulings.wall-game]]
outcome = "play-on"
text = "It is a wall game and scores nothing. East moves to the player to the right."
place = "The play, p. 7, and Rules and penalties 4, p. 9"

[[rulings.east-dealt-out]]
outcome = "play-on"
allowed = true
text = "East may declare Mah Jongg once the Charleston is over and scores as for a self-picked tile; nobody else can win so."
place = "The play, p. 7"

[[rulings.call-for-pair]]
when = { for_mah_jongg = true }
outcome = "play-on"
allowed = true
text = "{claimant} may call it: it is the last tile of the hand."
place = "Definitions: To take, and An exposed hand, p. 8"

[[rulings.call-for-pair]]
when = { for_mah_jongg = false }
outcome = "play-on"
allowed = false
text = "A discard is called for a pung, a kong or a quint; for a pair only as the last tile of the hand."
place = "Definitions: To take, and An exposed hand, p. 8"

[[rulings.concealed-hand-exposed]]
outcome = "play-on"
allowed = false
text = "A concealed hand is completed on the rack, and only its fourteenth tile may be claimed. The book names no penalty for the call; an exposure that fits no other hand is an incorrect one."
place = "Definitions: A concealed hand, p. 8"

# --- The Charleston -----------------------------------------------------------------------------------------------------

[[rulings.charleston-stopped]]
when = { charleston = "first" }
outcome = "play-on"
allowed = false
text = "The first Charleston is compulsory, and one that has begun is followed through: {player} passes."
place = "The first Charleston, p. 5, and The second Charleston 2, p. 6"

[[rulings.charleston-stopped]]
when = { charleston = "second" }
outcome = "play-on"
allowed = true
text = "There is a second Charleston only if all four agree to it. Once it has begun it is followed through."
place = "The second Charleston, and 2 of it, p. 6"

[[rulings.charleston-stopped]]
when = { charleston = "courtesy" }
outcome = "play-on"
allowed = true
text = "The pass across after a Charleston is optional."
place = "The second Charleston 1, p. 6"

[[rulings.short-pass]]
when = { pass = "any-other" }
outcome = "play-on"
allowed = false
text = "{player} passes three tiles: only the last pass of a Charleston may hold tiles that are passed on unseen."
place = "The first Charleston, p. 5, and The second Charleston 3, p. 6"

[[rulings.short-pass]]
when = { pass = "last-of-a-charleston" }
outcome = "play-on"
allowed = true
text = "{player} may pass on one, two or three of the tiles that come in without looking at them."
place = "The second Charleston 3, p. 6"

[[rulings.short-pass]]
when = { pass = "courtesy" }
outcome = "play-on"
allowed = true
text = "One, two or three tiles may be exchanged with the player opposite."
place = "The second Charleston 1, p. 6"

[[rulings.charleston-players]]
outcome = "play-on"
allowed = false
text = "With two or three players the Charleston is left out."
place = "Variations of Mah Jongg, p. 11"

# --- Special rulings for the use of big jokers and flowers ------------------------------------------------------------

[[rulings.joker-exchange]]
when = { own_turn = false }
outcome = "play-on"
allowed = false
text = "{player} must wait for the turn to put the like tile in the joker''s place."
place = "Special rulings for the use of big jokers and flowers 3 and 4, p. 9"

[[rulings.joker-exchange]]
when = { concealed_hand = true }
outcome = "play-on"
allowed = false
text = "A concealed hand exposed in error goes back to the rack, and nothing can be redeemed from it."
place = ''"Mah Jongg" in error 3(b), p. 11''

[[rulings.joker-exchange]]
when = { owner_is_dead = true, exposed_before_error = true }
outcome = "play-on"
allowed = true
text = "{player} may take the joker for the like tile: the exposure was correctly called before the error."
place = ''"Mah Jongg" in error 3(b), p. 11''

[[rulings.joker-exchange]]
when = { owner_is_dead = true, exposed_before_error = false }
outcome = "play-on"
allowed = false
text = "The joker stays: only exposures correctly called before the error may be redeemed."
place = ''"Mah Jongg" in error 3(b), p. 11''

[[rulings.joker-exchange]]
outcome = "play-on"
allowed = true
text = "{player} may take the joker for the like tile, from the hand or just picked, but need not."
place = "Special rulings for the use of big jokers and flowers 3, p. 9"

[[rulings.joker-in-pair]]
when = { no_joker_hand = true }
outcome = "play-on"
allowed = false
text = "This is one of the hands the book plays without jokers: with a joker it is not complete."
place = "No joker hands (66 to 75)"

[[rulings.joker-in-pair]]
outcome = "play-on"
allowed = true
text = "A joker may replace any tile in any hand, that of a pair as well; but a pair is never called for an exposure."
place = "Special rulings for the use of big jokers and flowers 2, p. 9, and Definitions, p. 7"

[[rulings.joker-once-used]]
outcome = "play-on"
allowed = false
text = "A hand in which a joker was once used is not jokerless, even after the joker was replaced."
place = "Special rulings for the use of big jokers and flowers 5, p. 9"

[[rulings.joker-passed]]
outcome = "play-on"
allowed = false
text = "Big jokers may not be passed during the Charleston; the book names no penalty."
place = "The second Charleston 5, p. 7"

[[rulings.discarded-joker]]
outcome = "play-on"
allowed = false
text = "A discarded joker is called by the name of the discard before it and stays on the table as a dead tile; what may be taken is that earlier tile."
place = "Special rulings for the use of big jokers and flowers 5, p. 9"

[[rulings.flower-as-wild]]
outcome = "play-on"
allowed = false
text = "A flower replaces no number, wind or dragon; a big joker may."
place = "Special rulings for the use of big jokers and flowers 9, p. 9"

[[rulings.dead-hand]]
outcome = "dead-hand"
dead = ["player"]
text = "{player} stops playing, neither picks nor discards, and pays the winner as the other players do."
place = "Definitions: A dead hand, p. 8"

# --- Rules for bettors ------------------------------------------------------------------------------------------------

[[rulings.bettor-conduct]]
when = { what = "shows-bet" }
outcome = "play-on"
allowed = false
text = "A bettor shall not disclose the bet; the book names no penalty."
place = "Rules for bettors 1"

[[rulings.bettor-conduct]]
when = { what = "changes-bet" }
outcome = "play-on"
allowed = false
text = "A bet is not changed during the play: the first one stands."
place = "Rules for bettors 2"

[[rulings.bettor-conduct]]
when = { what = "gives-information" }
outcome = "bet-cancelled"
allowed = false
text = "A bettor who gives information or discusses a hand during the play loses the bet: {bettor}''s bet is cancelled."
place = "Rules for bettors 3"

[[rulings.bettor-conduct]]
when = { what = "corrects-payment" }
outcome = "play-on"
allowed = false
text = "A bettor makes no correction until Mah Jongg has been declared, verified and paid by all players."
place = "Rules for bettors 7"

[[rulings.bettor-pays]]
outcome = "play-on"
text = "A bettor pays or collects the full value of the winning hand: backing the winner, what each player pays the winner; otherwise the bettor pays the winner what the player backed pays."
place = "Rules for bettors 4, and Bettor''s guide for five handed game"

[[rulings.bettor-and-penalties]]
outcome = "play-on"
text = "A bettor is subject to all penalties of the player backed and pays their full value."
place = "Rules for bettors 5"

[[rulings.bettor-on-east]]
outcome = "play-on"
allowed = true
text = "A bettor may bet on East who claims Mah Jongg before the play starts."
place = "Rules for bettors 6"
');
INSERT INTO sources VALUES ('d01a4456e9aa16962e7f9593a1139372a82e7c9c8cdc2d75256eff7897b07c3c', 'ruleset', 'japanese-american-2009', '# Points, bonuses and limits; 136 tiles, no flowers, no jokers, no card. The scan shows no page numbers.

id = "japanese-american-2009"
title = "Japanese-American game (2009)"
document = "Mah-Jongg Basic Rules (Doyle, Fujikawa, Murakami, 2009)"

[players]
at_table = [4]

[payment]
kind = "oya-ko"
base = 20
limit = 500
half_limit = 250
round_to = 10
discard_ko = 4
discard_oya = 6
wall_ko_from_ko = 1
wall_ko_from_oya = 2
wall_oya = 2
minimum_bonuses = 2
minimum_bonuses_on_streak = 3
streak = 2

[sets]
place = "Completing the game - making Mah Jongg"
set_place = "Setting up to play the game (four walls of 17 stacks of 2: 136 tiles), and Glossary: Honor tiles, Suit tiles"
count_place = "Important rules (a kong is counted as 3 tiles), and Playing"
minimum_place = "Playing, and Important rules"
mixed_chows_place = "Important rules, and Glossary: Jump chows"
exposure_place = "Playing, and Basic combinations"
twins_place = "Important rules, and Glossary: Pairs or twins"
orphans_place = "Glossary: Orphans"
supplement_place = "Playing, and Glossary: Supplement tile"

# Points on top of the 20 for going out; sets of ones, nines, winds and dragons are those of honor tiles.
[points]
base_place = "Point values: Basic points"
pung = { melded = 2, concealed = 4, place = "Point values: Pungs of tiles 2-8" }
pung-of-honors = { melded = 4, concealed = 8, place = "Point values: Pungs of honor tiles" }
kong = { melded = 8, concealed = 16, place = "Point values: Kongs of 2-8" }
kong-of-honors = { melded = 16, concealed = 32, place = "Point values: Kongs of honor tiles" }
leg-of-own-wind = { points = 2, place = "Point values: Your own wind or table wind as a leg" }
leg-of-table-wind = { points = 2, place = "Point values: Your own wind or table wind as a leg" }
leg-of-dragons = { points = 2, place = "Important rules" }
one-chance = { points = 2, place = "Point values: One chance" }
inside-on-discard = { points = 10, place = "Important rules, and Scoring" }

# How often a bonus doubles the points; 0 would take it out of the game of a house.
[bonuses]
own-wind = { count = 1, name = "Set of own wind", place = "Bonuses (doubles): Pungs" }
table-wind = { count = 1, name = "Set of table wind", place = "Bonuses (doubles): Pungs" }
dragons = { count = 1, name = "Set of dragons", place = "Bonuses (doubles): Pungs" }
pung-series = { count = 1, name = "Three-pung series", place = "Bonuses (doubles): Pungs" }
all-pungs = { count = 1, name = "All pungs", place = "Bonuses (doubles): Pungs" }
three-concealed-pungs = { count = 2, name = "Three concealed pungs", place = "Bonuses (doubles): Pungs" }
all-chows = { count = 1, name = "All chows", place = "Bonuses (doubles): Chows" }
chow-series = { count = 1, name = "Three-chow series", place = "Bonuses (doubles): Chows" }
run = { count = 1, name = "Three-chow run 1 to 9", place = "Bonuses (doubles): Chows" }
ichi-kyu-ari = { count = 1, name = "Ichi-kyu-ari", place = "Bonuses (doubles): Ichi-kyu-ari hand" }
ichi-kyu-nashi = { count = 1, name = "Ichi-kyu-nashi", place = "Bonuses (doubles): Ichi-kyu-nashi hand" }
concealed = { count = 1, name = "Concealed hand, drawn from the wall", place = "Bonuses (doubles): Concealed hand, and Scoring" }
one-suit-with-honors = { count = 1, name = "All one suit, with honors", place = "Bonuses (doubles): All one suit" }
pure-suit = { count = 4, name = "Pure one-suit hand", place = "Bonuses (doubles): All one suit" }
last-tile = { count = 1, name = "Last tile of the wall", place = "Bonuses (doubles): Going out" }
last-discard = { count = 1, name = "Last discarded tile", place = "Bonuses (doubles): Going out" }
supplement = { count = 1, name = "Supplement tile for a kong", place = "Bonuses (doubles): Going out" }
robbed-kong = { count = 1, name = "Robbing a kong", place = "Bonuses (doubles): Going out, and Glossary: Robbing a kong" }

[limits]
three-dragons = { name = "Sets of all three dragons", place = "Limit hands: Pungs" }
all-winds = { name = "Sets of all winds", place = "Limit hands: Pungs" }
winds-and-dragons = { name = "All dragons and winds", place = "Limit hands: Pungs" }
four-concealed-pungs = { name = "Four concealed pungs", place = "Limit hands: Pungs" }
ones-and-nines = { name = "All pungs and the leg are 1''s and 9''s", place = "Limit hands: Pungs" }
pungs-in-one-suit = { name = "All pungs in one suit", place = "Limit hands: Pungs" }
sky-ladder = { name = "Sky ladder", place = "Limit hands: Sky ladder" }
four-kongs = { name = "Four kongs", place = "Limit hands: Kongs" }
pure-suit = { name = "All one suit", points = 12, place = "Limit hands: All one suit" }
all-green = { name = "All green hand", place = "Limit hands: All green hand, and Glossary: Green hand" }
nine-gates = { name = "Nine gates", place = "Limit hands: Nine gates" }
twins-ari = { name = "Twins, ichi-kyu-ari", place = "Limit hands: Twin hands" }
twins-nashi = { name = "Twins, ichi-kyu-nashi", place = "Limit hands: Twin hands" }
twins-in-one-suit = { name = "Twins in one suit", place = "Limit hands: Twin hands" }
mixed-twins = { name = "Mixed twins", place = "Limit hands: Mixed twins, and Glossary: Pairs or twins" }
orphans = { name = "Orphans", place = "Limit hands: Orphans, and Glossary: Orphans" }
dealt = { name = "OYA out with the hand dealt", place = "Limit hands: Oya out with hand dealt" }
first-tile = { name = "KO out with the first tile", place = "Limit hands: Ko out with the first tile discarded or drawn" }

[places]
self_pick = "Scoring"
discard = "Scoring"
wall = "The course of the game after the first hand"

[bettors]
kind = "none"

[rotation]
east_wins = "stays"
other_wins = "right"
wall = "right"
rounds = 4
place = "The course of the game after the first hand; Playing; Glossary: Round"

[penalties]
false-mah-jongg = { points = 100 }

[chart]
points = { from = 20, to = 58, step = 2 }
bonuses = 4
place = "Scoring chart"
# Where the printed chart departs from the formula it is explained with; the program computes.
misprints = [
    { points = 20, bonuses = 4, printed = "320/280/1920" },
    { points = 22, bonuses = 1, printed = "40/170/270" },
    { points = 22, bonuses = 2, printed = "90/360/560" },
    { points = 24, bonuses = 2, printed = "100/390/570" },
    { points = 46, bonuses = 3, printed = "350/1400/2100" },
    { points = 52, bonuses = 3, printed = "420/1680/2560" },
    { points = 54, bonuses = 1, printed = "110/400/600" },
]

[[rulings.mah-jongg-in-error]]
outcome = "penalty"
pay = [{ from = "declarer", to = "others", penalty = "false-mah-jongg" }]
text = "{declarer} called Mah Jongg falsely and pays everyone {points} points. The source does not say how play goes on."
place = "Important rules, and Point values"

[[rulings.false-woo]]
outcome = "penalty"
pay = [{ from = "declarer", to = "others", penalty = "false-mah-jongg" }]
text = "{declarer} called Mah Jongg falsely and pays everyone {points} points. The source does not say how play goes on."
place = "Important rules, and Point values"

[[rulings.wrong-tile-count]]
when = { count = ["too-few", "unsaid"] }
outcome = "cannot-win"
allowed = false
text = "A hand of twelve tiles instead of thirteen cannot win: {players} must go on picking and discarding with twelve. What happens with a tile too many the source does not say."
place = "Important rules"

[[rulings.two-claimants]]
when = { for_mah_jongg = [1, 2, 3] }
outcome = "play-on"
award = "for_mah_jongg"
text = "{awarded} gets the tile: Mah Jongg goes before everything else, and of two who call it the one whose turn is next gets it."
place = "Playing"

[[rulings.two-claimants]]
when = { for_mah_jongg = 0, for_exposure = 1 }
outcome = "play-on"
award = "for_exposure"
text = "{awarded} gets the tile: a pung or a kong goes before a chow."
place = "Playing"

[[rulings.two-claimants]]
when = { for_mah_jongg = 0, for_exposure = 0, for_chow = 1 }
outcome = "play-on"
award = "for_chow"
text = "{awarded} may take the tile for a chow if it came from the player to the left."
place = "Playing"

[[rulings.late-claim]]
when = { next_player = "not-drawn" }
outcome = "play-on"
allowed = true
text = "A discard may be called when it falls."
place = "Playing"

[[rulings.late-claim]]
when = { next_player = ["drawn", "racked", "discarded"] }
outcome = "play-on"
allowed = false
text = "A discard may be called only when it falls. One that nobody picked up is dead."
place = "Playing"

[[rulings.tempai-not-declared]]
outcome = "play-on"
allowed = false
text = "{player} had not declared tempai and cannot take the tile. Tempai counts only after a full round, when it is their turn again."
place = "Important rules"

[[rulings.own-discard-wanted]]
outcome = "play-on"
allowed = true
text = "{player} may win on a kind of tile once thrown away, if they said so when they declared tempai."
place = "Completing the game, and Important rules"

[[rulings.four-like-first-discards]]
outcome = "replay"
text = "All four discarded the same tile in the first round: the hands are given up and dealt again."
place = "Important rules"

[[rulings.wall-game]]
outcome = "play-on"
text = "Nobody has won: it is a draw, and the deal passes to the right."
place = "The course of the game after the first hand"

[[rulings.east-dealt-out]]
outcome = "play-on"
allowed = true
text = "East wins with the hand as it was dealt: it is a limit hand."
place = "Limit hands: Oya out with hand dealt"

[[rulings.next-east]]
when = { ended = "east-won" }
outcome = "play-on"
text = "East has won, and stays East until a hand that East does not win."
place = "The course of the game after the first hand"

[[rulings.next-east]]
when = { ended = ["another-won", "wall-game"] }
outcome = "play-on"
text = "The player to the right is East next. It is the same after a draw."
place = "The course of the game after the first hand"
');
INSERT INTO games VALUES ('p5nwfzcjtw', NULL, '2026-11-20T19:30:13.000Z', 'd01a4456e9aa16962e7f9593a1139372a82e7c9c8cdc2d75256eff7897b07c3c', '{"card":null,"ruleset":"japanese-american-2009","sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":[]},"title":"Japanese-American game (2009)"}', 2, NULL);
INSERT INTO games VALUES ('q3454k7b5d', NULL, '2026-11-20T19:30:16.000Z', '1b65e810b3e2a79ae64eea5f86bcc62512a7a5c312e7b5aaf1086d0b553431f1', '{"card":"nmjl-1976","ruleset":"our-house","sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":[]},"title":"Our house"}', 3, '94877be3950db9ec9225104304445dba839923729bd22a00ae164e2f45f38d57');
INSERT INTO games VALUES ('z3pdrpp4ry', 'friday', '2026-11-20T19:30:01.000Z', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', '{"card":"nmjl-1976","ruleset":"nmjl-1976","sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":["Eve"]},"title":"Friday"}', 1, '94877be3950db9ec9225104304445dba839923729bd22a00ae164e2f45f38d57');
INSERT INTO entries VALUES ('p5nwfzcjtw', 1, NULL, '707cc9661ac4e627b44512a1efd466bbdbb093987c9d841f11fede02bbff56ab', '2026-11-20T19:30:14.000Z', 'win', 'd01a4456e9aa16962e7f9593a1139372a82e7c9c8cdc2d75256eff7897b07c3c', NULL, '{"based_on":0,"by":null,"hand":1,"instead_of":null,"model":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Ann","outcome":{"bonuses":2,"kind":"win","points":40,"winner":"Bea","won_by":"self-pick"},"players":["Ann","Bea","Cat","Dee"],"ruleset":"japanese-american-2009"},"settlement":{"net":{"Ann":-320,"Bea":640,"Cat":-160,"Dee":-160},"ruling":null,"sheet":null,"source":"Mah-Jongg Basic Rules (Doyle, Fujikawa, Murakami, 2009): Scoring","transfers":[{"from":"Ann","points":320,"to":"Bea","why":"Bea (KO) drew the winning tile, OYA pays: 2 x 160 (40 points doubled 2 times)"},{"from":"Cat","points":160,"to":"Bea","why":"Bea (KO) drew the winning tile, KO pays: 1 x 160 (40 points doubled 2 times)"},{"from":"Dee","points":160,"to":"Bea","why":"Bea (KO) drew the winning tile, KO pays: 1 x 160 (40 points doubled 2 times)"}]},"sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":[]}}', 'd434a2a3ce3dd7866630eb5d76e10b43f6569a4f0f38a7584611745b70455e86');
INSERT INTO entries VALUES ('q3454k7b5d', 1, NULL, '97cc74771ba8109812668d681d5f810dfb74af7dcd3307a1955b348878a70d35', '2026-11-20T19:30:17.000Z', 'win', '1b65e810b3e2a79ae64eea5f86bcc62512a7a5c312e7b5aaf1086d0b553431f1', '94877be3950db9ec9225104304445dba839923729bd22a00ae164e2f45f38d57', '{"based_on":0,"by":null,"check":{"match":{"concealed_only":false,"groups":[{"as":"2C","exposed":true,"shape":"2222","tiles":["2C","2C","J","2C"]},{"as":"3C","exposed":true,"shape":"3333","tiles":["3C","3C","3C","3C"]},{"as":"4C","exposed":false,"shape":"4444","tiles":["4C","4C","4C","4C"]},{"as":"F","exposed":false,"shape":"FF","tiles":["F","F"]}],"hand":"24","jokerless":false,"line":[{"suit":"a","text":"1111"},{"suit":"a","text":"2222"},{"suit":"a","text":"3333"},{"suit":"","text":"FF"}],"rules":["run"],"section":"Consecutive numbers or runs","title":"Kongs of any three in a row, one suit","value":20},"question":{"card":"nmjl-1976","options":{},"rack":"[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea","ruleset":"our-house"}},"hand":1,"instead_of":null,"model":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Ann","outcome":{"discarder":"Bea","jokerless":false,"kind":"win","singles_and_pairs":false,"value":20,"winner":"Ann","won_by":"discard"},"players":["Ann","Bea","Cat","Dee"],"ruleset":"our-house"},"settlement":{"net":{"Ann":80,"Bea":-40,"Cat":-20,"Dee":-20},"ruling":null,"sheet":{"Ann":20,"Bea":-40,"Cat":-20,"Dee":-20},"source":"Modern American guide: Scoring in Mah Jongg, adding 1 and 3 and subtracting 1 to 3 (with the house rules of our-house)","transfers":[{"from":"Bea","points":40,"to":"Ann","why":"discarded the tile Ann won on: 2 x 20"},{"from":"Cat","points":20,"to":"Ann","why":"Bea discarded the tile Ann won on: 1 x 20"},{"from":"Dee","points":20,"to":"Ann","why":"Bea discarded the tile Ann won on: 1 x 20"}]},"sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":[]}}', '3713266886accfbac6e4da5d0e70c3405dbdd2cb87cd1f7d2aad9e0573e68b9d');
INSERT INTO entries VALUES ('q3454k7b5d', 2, 'phone-1', '4d35c800432d9d91ee30b3315fda9a1e241bbc9f2b627029f90eea36d05138d1', '2026-11-20T19:30:18.000Z', 'wall', '1b65e810b3e2a79ae64eea5f86bcc62512a7a5c312e7b5aaf1086d0b553431f1', NULL, '{"based_on":1,"by":"Bea''s phone","hand":2,"instead_of":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":null,"outcome":{"kind":"wall"},"players":["Ann","Bea","Cat","Dee"],"ruleset":"our-house"},"settlement":{"net":{"Ann":0,"Bea":0,"Cat":0,"Dee":0},"ruling":null,"sheet":{"Ann":0,"Bea":0,"Cat":0,"Dee":0},"source":"Modern American guide: Scoring in Mah Jongg, Wall games (with the house rules of our-house)","transfers":[]},"sitting":{"east":null,"players":["Ann","Bea","Cat","Dee"],"waiting":[]}}', 'de779b3240f9b871a57bfdcf37b00b0043daff713eacabe54931bbbbb840dee9');
INSERT INTO entries VALUES ('z3pdrpp4ry', 1, NULL, '1cc2640f1619a0a85c0fd8b7ad5e53a64e78d7c146d7d6b221a536de6a6fa283', '2026-11-20T19:30:02.000Z', 'win', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', '94877be3950db9ec9225104304445dba839923729bd22a00ae164e2f45f38d57', '{"based_on":0,"by":null,"check":{"match":{"concealed_only":false,"groups":[{"as":"2C","exposed":true,"shape":"2222","tiles":["2C","2C","J","2C"]},{"as":"3C","exposed":true,"shape":"3333","tiles":["3C","3C","3C","3C"]},{"as":"4C","exposed":false,"shape":"4444","tiles":["4C","4C","4C","4C"]},{"as":"F","exposed":false,"shape":"FF","tiles":["F","F"]}],"hand":"24","jokerless":false,"line":[{"suit":"a","text":"1111"},{"suit":"a","text":"2222"},{"suit":"a","text":"3333"},{"suit":"","text":"FF"}],"rules":["run"],"section":"Consecutive numbers or runs","title":"Kongs of any three in a row, one suit","value":20},"question":{"card":"nmjl-1976","options":{},"rack":"[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea","ruleset":"nmjl-1976"}},"hand":1,"instead_of":null,"model":null,"note":null,"program":"0.1.0","question":{"bettors":[{"bet_on":"Ann","name":"Eve"}],"east":"Ann","outcome":{"discarder":"Bea","jokerless":false,"kind":"win","singles_and_pairs":false,"value":20,"winner":"Ann","won_by":"discard"},"players":["Ann","Bea","Cat","Dee"],"ruleset":"nmjl-1976"},"settlement":{"net":{"Ann":80,"Bea":-80,"Cat":-40,"Dee":-40,"Eve":80},"ruling":null,"sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): Standard scoring, pp. 4-5; Five handed Mah Jongg, p. 11, and Rules for bettors 4","transfers":[{"from":"Bea","points":40,"to":"Ann","why":"discarded the tile Ann won on: 2 x 20"},{"from":"Cat","points":20,"to":"Ann","why":"Bea discarded the tile Ann won on: 1 x 20"},{"from":"Dee","points":20,"to":"Ann","why":"Bea discarded the tile Ann won on: 1 x 20"},{"from":"Bea","points":40,"to":"Eve","why":"Eve bet on Ann and collects from Bea what Bea pays Ann"},{"from":"Cat","points":20,"to":"Eve","why":"Eve bet on Ann and collects from Cat what Cat pays Ann"},{"from":"Dee","points":20,"to":"Eve","why":"Eve bet on Ann and collects from Dee what Dee pays Ann"}]},"sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":["Eve"]}}', 'f77cc407547be5370ae311fd38fdfa35c2f033cdf7eba821697fcd245b04e9c1');
INSERT INTO entries VALUES ('z3pdrpp4ry', 2, 'phone-1', '4d35c800432d9d91ee30b3315fda9a1e241bbc9f2b627029f90eea36d05138d1', '2026-11-20T19:30:03.000Z', 'wall', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":1,"by":"Bea''s phone","hand":2,"instead_of":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Bea","outcome":{"kind":"wall"},"players":["Eve","Bea","Cat","Dee"],"ruleset":"nmjl-1976"},"settlement":{"net":{"Bea":0,"Cat":0,"Dee":0,"Eve":0},"ruling":null,"sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): The play, p. 7","transfers":[]},"sitting":{"east":"Bea","players":["Eve","Bea","Cat","Dee"],"waiting":["Ann"]}}', '32d7db5d3243fc3b18c42b5891c44e0e8ca311d2ba12a06385f142e6b59bae72');
INSERT INTO entries VALUES ('z3pdrpp4ry', 3, NULL, '5ceecfbb67d2f35abf2c2d950a642b4824729e94b81abd038d9993991304aed7', '2026-11-20T19:30:04.000Z', 'penalty', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":2,"by":null,"hand":3,"instead_of":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Cat","outcome":{"declarer":"Cat","exposed":true,"kind":"error","ruling":"mah-jongg-in-error"},"players":["Eve","Ann","Cat","Dee"],"ruleset":"nmjl-1976"},"settlement":{"net":{"Ann":0,"Cat":0,"Dee":0,"Eve":0},"ruling":{"allowed":null,"awarded":null,"dead":["Cat"],"outcome":"dead-hand","ruleset":"nmjl-1976","ruling":"mah-jongg-in-error","sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): \"Mah Jongg\" in error 3(a), p. 10","text":"The game goes on, but Cat''s hand is dead: it neither picks nor discards and pays the winner as the others do.","transfers":[]},"sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): \"Mah Jongg\" in error 3(a), p. 10","transfers":[]},"sitting":{"east":"Cat","players":["Eve","Ann","Cat","Dee"],"waiting":["Bea"]}}', '8ec846baed5303e12cb8c3794a588c5cb97d55fa6f3670222b21311e0432a52e');
INSERT INTO entries VALUES ('z3pdrpp4ry', 4, NULL, '8dda7589e00339f5e1369e825cfdb81173e1fb2a8386d8695c39dc14e6e9c125', '2026-11-20T19:30:05.000Z', 'note', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":3,"by":null,"note":"Bea\u2019s aunt calls;\nand ''stays''","program":"0.1.0"}', '7bde1f40864038f972e1b1a848a71d5257f95621b4f94adaa3d00863bbb64d82');
INSERT INTO entries VALUES ('z3pdrpp4ry', 5, NULL, '66b5c3c97733b2ac02959f85c7814ec06d2865e47fe5da96c1fd0b9669466f0e', '2026-11-20T19:30:06.000Z', 'undo', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":4,"by":null,"note":null,"program":"0.1.0","undoes":2}', 'e4184d2c76a3f3f7e84383a7cd4cf025a92913c0802953c34f08138e6d487a5a');
INSERT INTO entries VALUES ('z3pdrpp4ry', 6, NULL, 'd0f80673749734ebc64a58c7da11f7d8ab028800d873a3d625a9856c9dc16ef0', '2026-11-20T19:30:07.000Z', 'win', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":5,"by":null,"hand":1,"instead_of":1,"model":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Ann","outcome":{"kind":"win","value":30,"winner":"Dee","won_by":"self-pick"},"players":["Ann","Bea","Cat","Dee"],"ruleset":"nmjl-1976"},"settlement":{"net":{"Ann":-60,"Bea":-60,"Cat":-60,"Dee":180},"ruling":null,"sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): Standard scoring, pp. 4-5","transfers":[{"from":"Ann","points":60,"to":"Dee","why":"Dee picked the winning tile: 2 x 30"},{"from":"Bea","points":60,"to":"Dee","why":"Dee picked the winning tile: 2 x 30"},{"from":"Cat","points":60,"to":"Dee","why":"Dee picked the winning tile: 2 x 30"}]},"sitting":{"east":"Ann","players":["Ann","Bea","Cat","Dee"],"waiting":["Eve"]}}', '5d744446d80984ab7c689b7956032682ae5054e5d0544ecc932a6df00984389e');
INSERT INTO entries VALUES ('z3pdrpp4ry', 7, NULL, 'a8ad872fb5d6b55e8a24bb32ec8def7a75055dc7ae474c159fdafbbbf85f8811', '2026-11-20T19:30:08.000Z', 'penalty', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":6,"by":null,"hand":2,"instead_of":null,"note":null,"program":"0.1.0","settlement":{"net":{"Ann":-25,"Bea":25,"Cat":0,"Dee":0,"Eve":0},"ruling":null,"sheet":null,"source":"as the table agreed","transfers":[{"from":"Ann","points":25,"to":"Bea","why":"agreed"}]},"sitting":{"east":"Bea","players":["Eve","Bea","Cat","Dee"],"waiting":["Ann"]}}', 'ff9baf742c06cd3ab43f146c3a7e04a1d562a8b08383b9b3b250f24f797a47ed');
INSERT INTO entries VALUES ('z3pdrpp4ry', 8, NULL, 'c305a014d71d3bf1805aa1d6480e332ad50ffcfac0c94f1e8dcf392fb88ff828', '2026-11-20T19:30:09.000Z', 'seats', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":7,"by":null,"note":null,"program":"0.1.0","sitting":{"east":"Flo","players":["Cat","Bea","Eve","Flo"],"waiting":["Ann"]}}', '5a3555b27b04c79f025b90b91243139ff2a31d074c2aee8ec0320fbb0e6e83b3');
INSERT INTO entries VALUES ('z3pdrpp4ry', 9, NULL, 'd65846ea590ba1a8eef4dfca6d7dac8a362e9f396848221960effccfe30e7633', '2026-11-20T19:30:11.000Z', 'win', 'c62a030a9dc60ad52478665280f12dcb791a51e8ad7de05b28b3d8ddbca7c9f8', NULL, '{"based_on":8,"by":null,"hand":2,"instead_of":null,"model":null,"note":null,"program":"0.1.0","question":{"bettors":[],"east":"Flo","outcome":{"dead":["Cat"],"discarder":"Cat","jokerless":true,"kind":"win","value":25,"winner":"Flo","won_by":"discard"},"players":["Cat","Bea","Eve","Flo"],"ruleset":"nmjl-1976"},"settlement":{"net":{"Bea":-25,"Cat":-50,"Eve":-25,"Flo":100},"ruling":null,"sheet":null,"source":"Let''s Play Mah Jongg (National Mah Jongg League, 1976): Standard scoring, pp. 4-5","transfers":[{"from":"Cat","points":50,"to":"Flo","why":"discarded the tile Flo won on: 2 x 25; a dead hand pays like the others"},{"from":"Bea","points":25,"to":"Flo","why":"Cat discarded the tile Flo won on: 1 x 25"},{"from":"Eve","points":25,"to":"Flo","why":"Cat discarded the tile Flo won on: 1 x 25"}]},"sitting":{"east":"Flo","players":["Cat","Bea","Eve","Flo"],"waiting":["Ann"]}}', 'ac943a4a3c4b4b9f056f9cc457675b09643b6b41c827960f265f2b39ad9b24e2');
INSERT INTO evidence VALUES ('z3pdrpp4ry', 1, '281184902bd4f18dfbcb08d53c4f05a62e985d644666f18c168c5c203eae3296', 24, '2026-11-20T19:30:19.000Z', NULL);
INSERT INTO evidence VALUES ('z3pdrpp4ry', 6, '4f1cf8d69ca0faa967c78c5a87d590b6f72e6fd479802b6fc8734ec57405eb21', 26, '2026-11-20T19:30:20.000Z', '2026-11-20T19:30:21.000Z');
INSERT INTO alembic_version VALUES ('0005');
