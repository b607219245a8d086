"""Run the commands of `rackcheck game`: keep a game, look at it, carry it elsewhere."""
