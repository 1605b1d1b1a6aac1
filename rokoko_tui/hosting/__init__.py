"""Games on other screens: the own seats in them, and a host in this program."""
