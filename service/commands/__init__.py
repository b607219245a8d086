"""The commands, a module each; `service.commands.cli` puts them together."""
