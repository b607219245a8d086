"""What every connection, request and answer passes through, between the socket and the routes."""
