"""What several areas of the service share: settings, errors, JSON, addresses, words."""
