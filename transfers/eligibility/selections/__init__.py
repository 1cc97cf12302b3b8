"""Keep whom a design takes as a selection of a programme: the chosen of each area, and the reserve that follows them."""
