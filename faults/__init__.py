"""Faults: a server under load is killed, starved and lied to, and afterwards nothing may be missing.

Like `bench` this stands beside the package and not in it: who installs the wheel to play needs no program that fills
disks and kills servers, and the tests use the same pieces, a server and a PostgreSQL in processes of their own.

`server` and `cluster` start what is broken, `screen` and `party` are the people at the tables, `house` is all of it
together, `breaking` and `crowding` are the faults, `checks` says what must hold after each, `silence` what no log may
hold, `report` tells it.
"""
