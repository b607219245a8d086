"""The shared parts of all commands: options, input files, output, help and its examples."""
