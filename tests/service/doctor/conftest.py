"""The doctor looks at the books that the tests of the ledger make."""

from tests.service.ledger.conftest import ledger, library, open_ledger, postgres, url

__all__ = ["ledger", "library", "open_ledger", "postgres", "url"]
