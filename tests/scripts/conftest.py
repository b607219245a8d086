"""Share the service tests' fixtures with the tests of scripts."""

from tests.service.conftest import example, networks_wanted

__all__ = ["example", "networks_wanted"]
