"""Fetch open icon packs and fonts for training faces, by pinned version; none of them is committed."""
