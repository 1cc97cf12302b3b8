"""Text as the database compares it."""

from django.db import models


class Normalised(models.Func):
    """The database's `normalise(text)`: lower case, without accents, words joined by one blank."""

    function = "normalise"
    arity = 1
    output_field = models.TextField()
