"""Compile querysets to SQL text, for statements that process rows without Python (a library)."""
