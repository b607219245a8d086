"""Share the ledger tests' databases with the tests of the doctor."""

from tests.service.ledger.conftest import ledger, library, open_ledger, postgres, url

__all__ = ["ledger", "library", "open_ledger", "postgres", "url"]
