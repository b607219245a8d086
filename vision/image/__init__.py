"""Say what a picture file holds and which parts of it are worth decoding, without decoding it."""
