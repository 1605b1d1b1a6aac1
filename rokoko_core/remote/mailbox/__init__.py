"""Games by mail: the seat protocol through sealed files in a folder that people share."""
