"""The commands `rackcheck game ...`: the book of the house."""
