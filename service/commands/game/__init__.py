<<<<<<< HEAD
"""The commands `rackcheck game ...`: the book of the house."""
=======
"""Run the commands of `rackcheck game`: keep a game, look at it, carry it elsewhere."""
>>>>>>> main
