"""Models of bodies and answers for `/openapi.json`, with examples that the program makes itself."""
