"""The commands of `rackcheck`, one module each; `service.commands.cli` puts them together.

Public: `cli`.
"""
