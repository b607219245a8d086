"""Run the commands of `rackcheck`, a module each; `service.commands.cli` puts them together."""
