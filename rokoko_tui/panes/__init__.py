"""What the screens are made of, one widget per module."""
