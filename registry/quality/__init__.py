"""What may be wrong with a household: rules as data, and one statement that tries them all."""
