"""Serve every command: options, input files, output, help and its examples."""
