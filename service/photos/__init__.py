"""Read photos, cameras and videos with the networks, within the capacity of the machine.

Public: `frame_source`, `live_sessions`, `photo_fields`, `photo_reading`, `scan_queue`, `scanner` and `watch`.
"""
