"""Check what households of a programme are to do, such as to send children to school, and what follows when they do not."""
