"""The parts of the HTTP interface: guards, errors, documents and routes; `service.server.app` puts them together."""
