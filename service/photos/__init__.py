"""Read photos, cameras and videos with the networks, within the capacity of the machine.

Public: `frame_source`, `live_sessions`, `photo_reading`, `photo_subject`, `pointed_place`, `scan_queue`, `scanner`
and `watch`.
"""
