"""Settings, errors, JSON, addresses and wording, for every part of the service."""
