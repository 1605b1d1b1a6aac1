"""What a table shows and takes in each situation; exactly one mode is active."""
