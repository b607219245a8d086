"""Access to the server: pairing, the limit on wrong codes, our host names, and the certificates of https.

Public: `certificates`, `pairing`, `pairing_attempts` and `policy`.
"""
