"""Record whether beneficiaries meet the conditionalities of their programme."""
