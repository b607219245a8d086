"""The edition that runs in a browser: the page's requests answered beside the page, without a server."""
