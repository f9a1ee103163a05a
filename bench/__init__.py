"""The measurements, each beside a peer in the same run: `doppiogioco bench` in a checkout."""
