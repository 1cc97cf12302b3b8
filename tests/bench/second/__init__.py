"""A second made-up registry, written from the literature without a look at the first: what no weight was fitted on."""
