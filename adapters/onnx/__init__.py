"""Models that run in this process, by onnxruntime."""

import os

# onnxruntime's own telemetry is on unless it is told otherwise before it is imported (its Privacy.md): it would keep a
# device's id in the user's cache and report to its makers. Nothing leaves this machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
