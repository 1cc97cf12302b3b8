"""Read how an operator wants its instruction files and writes its result files (`Operator.modele_paiement`)."""
