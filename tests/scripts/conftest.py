"""What the tests of scripts share with those of the service."""

from tests.service.conftest import example, networks_wanted

__all__ = ["example", "networks_wanted"]
