"""Deliver payments: one module per way, all behind `transfers.execution.types.Delivery`."""
