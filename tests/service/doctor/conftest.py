"""The doctor looks at the books that the tests of the ledger make."""

from tests.service.ledger.conftest import ledger, open_ledger, postgres, shelf, url

__all__ = ["ledger", "open_ledger", "postgres", "shelf", "url"]
