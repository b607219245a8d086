"""The parts of the HTTP interface: guards, errors, documents and routes; `service.http` puts them together."""
