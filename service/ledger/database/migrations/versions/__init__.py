"""The steps. One that was released is never changed: a later step mends it."""
