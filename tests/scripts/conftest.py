"""What the tests of scripts share with those of the service."""

from tests.service.conftest import example, eyes_wanted

__all__ = ["example", "eyes_wanted"]
