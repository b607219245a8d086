"""Open icon packs and fonts that draw training faces: fetched by pinned version, never committed."""
