"""Who plays and who looks on; thinking; saves and settings."""
