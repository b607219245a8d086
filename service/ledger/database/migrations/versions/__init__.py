"""The migration steps. Never change a released step; fix it by a later one."""
