"""Take call-backs of operators: hints after which the state of a payment is asked for."""
