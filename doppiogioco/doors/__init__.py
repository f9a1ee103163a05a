"""The two-world law on every door of the server: in worlds that differ only in what somebody may not know, all that can
be fetched, streamed, tried or sent is answered the same, byte for byte.

`asking` asks the app itself without a network, `pairs` finds two matches that somebody cannot tell apart, `world` puts
one of them on a table, `ways` knows what to ask for, and `law` compares. The work behind `doppiogioco doors`.
"""
