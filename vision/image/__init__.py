"""Read a picture file's header, and choose which of its pixels to decode, without decoding them."""
