"""What all tests share: nothing but the place of the repository on the path."""
