"""What a table shows and takes, without Textual."""
