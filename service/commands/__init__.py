"""The commands, a module each; `service.cli` puts them together."""
