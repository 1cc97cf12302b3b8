"""Find what coverage counts: households, beneficiaries, complaints or inhabitants, with their distances."""
