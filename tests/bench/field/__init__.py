"""A made-up registry as hard as the field: what is found of its doubles, by kind, and which look-alikes are taken for them."""
