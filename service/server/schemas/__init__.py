"""What `/openapi.json` says: models of bodies and answers, with examples that the program makes itself."""
