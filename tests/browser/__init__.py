"""The dashboard as people meet it: a real browser against the real server."""
