"""Random hands: seeded sessions of keys, pastes, clicks, wheel, resizes and suspends, none of which may crash."""
