"""Take back deposits and adjustments that were entered by mistake: two people decide, an entry of its own says so."""
