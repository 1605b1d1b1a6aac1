"""What the table screens are composed of: each part has its own state and knows its screen."""
