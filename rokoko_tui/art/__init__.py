"""The table as lines of styled text: canvas, scene, signs, colours, owners' marks."""
