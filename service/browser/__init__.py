"""The browser edition: answer the page's requests in the browser, without a server."""
