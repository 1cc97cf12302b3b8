"""Propose, evaluate and decide that beneficiaries leave a programme because they no longer need it."""
