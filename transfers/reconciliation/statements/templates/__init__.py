"""Describe how an operator writes its statements (`Operator.modele_releve`)."""
