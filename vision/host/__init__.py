"""The native host: answer the core with OpenCV and ONNX Runtime, and offer the program's entry points."""
