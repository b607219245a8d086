"""The native host: answer the core with OpenCV and ONNX Runtime, and offer what the program calls."""
