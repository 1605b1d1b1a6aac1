"""Fuzzing of the terminal program: seeded sessions of keys, pastes, clicks, scrolling, resizes and suspensions."""
